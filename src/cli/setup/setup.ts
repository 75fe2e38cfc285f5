import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';

import { deriveFirstAccountCode } from '#server/crypto/account-token.ts';
import { ensureSecret } from '#server/crypto/tokens/kept-secret.ts';
import { findDataOwner } from '#server/db/embedded/data-owner.ts';
import {
  findEnvironmentFile,
  INSTALLED_DATA_DIR,
  readEnvironmentFile,
  updateEnvironment,
} from '../service-settings.ts';
import { checkVisible, extendBackupUnit, extendUnit, findBackups, isWithin, quotePath } from './drop-ins.ts';
import { type Changes, type Checked, type Question, QUESTIONS } from './questions.ts';

const HOME = resolve(fileURLToPath(new URL('../../..', import.meta.url)));
const DEPLOY = join(HOME, 'deploy');
/** Where deploy/ expects the release. */
const WRITTEN_HOME = '/opt/countersign';

const TIMER = 'countersign-backup.timer';
const SYSTEM_UNITS = '/etc/systemd/system';
const PACKAGED_UNITS = '/lib/systemd/system';

export type SetupOptions = Readonly<Partial<Record<Question['name'], string>>> & {
  readonly database?: string | undefined;
  readonly user: string;
  readonly units: string;
};
type Account = { readonly uid: number; readonly gid: number };

/**
 * Asks what a server needs, checks each answer at once, and writes the settings and the units of systemd. Run
 * again, it proposes what is set, and keeps settings that it doesn't ask about.
 */
export async function setUp(options: SetupOptions): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error('only root can set up the service: run this with sudo');
  const file = findEnvironmentFile() ?? '/etc/countersign/environment';
  // Empty settings count as unset, as for the service.
  const current = Object.fromEntries(
    Object.entries(readEnvironmentFile(file)).filter(([, value]) => value !== ''),
  );
  const dataDir = resolve(current['DATA_DIR'] ?? INSTALLED_DATA_DIR);
  const settings: Record<string, string> = { ...current, DATA_DIR: dataDir };
  const hasData = existsSync(join(dataDir, 'postgres'));
  const changes = chooseDatabase(settings, options.database, hasData);
  checkDataDir(dataDir);
  const backups = await askAll(settings, changes, options);

  const account = ensureAccount(options.user, dataDir);
  makeDirectory(dataDir, account);
  const storageUrl = settings['STORAGE_URL'];
  const storage = storageUrl?.startsWith('file:') === true ? fileURLToPath(storageUrl) : null;
  if (storage !== null) makeDirectory(storage, account);
  if (backups !== null) mkdirSync(backups, { recursive: true, mode: 0o700 });
  const secret = settings['SECRET_KEY'] ?? ensureOwnSecret(dataDir, account);
  writeSettings(file, changes);
  say(`\nThe settings are in ${file}. Add others from docs/configuration.md there.`);

  const units = ['countersign.service'];
  writeUnit(options, 'countersign.service');
  const writable = [dataDir, storage].filter(
    (path) => path !== null && !isWithin(INSTALLED_DATA_DIR, path),
  ) as string[];
  extendUnit(
    options.units,
    'countersign.service',
    writable.map((path) => `ReadWritePaths=${quotePath(path)}`),
  );
  if (backups !== null) {
    for (const name of ['countersign-backup.service', TIMER]) writeUnit(options, name);
    units.push(TIMER);
  }
  extendBackupUnit(options.units, join(DEPLOY, 'countersign'), backups);
  startUnits(units, options.units);
  if (!hasData && settings['DATABASE_URL'] === undefined)
    say(
      `\nCreate the first account, which administers this server, at\n` +
        `${settings['ORIGIN'] ?? ''}/signup#code=${deriveFirstAccountCode(secret)}`,
    );
  else say('\ncountersign first-account prints the address of the first account, until there is one.');
  say('countersign doctor checks all of it again.');
}

function checkDataDir(path: string): void {
  try {
    checkVisible(path);
  } catch (error) {
    throw new Error(`DATA_DIR: ${error instanceof Error ? error.message : String(error)}`, {
      cause: undefined,
    });
  }
}

/** Which database it will be is decided once. Another one would look like an empty server. */
function chooseDatabase(
  settings: Record<string, string>,
  chosen: string | undefined,
  hasData: boolean,
): Record<string, string | null> {
  if (chosen === undefined || chosen === settings['DATABASE_URL']) return {};
  if (settings['DATABASE_URL'] !== undefined)
    throw new Error(
      'the settings have another DATABASE_URL: a new one would start with nothing, so change it by hand',
    );
  if (hasData)
    throw new Error(`there is a database in ${settings['DATA_DIR']}: another one would start with nothing`);
  settings['DATABASE_URL'] = chosen;
  return { DATABASE_URL: chosen };
}

/** Asks what no option answers. Returns the directory for backups, and adds to the changes. */
async function askAll(
  settings: Record<string, string>,
  changes: Record<string, string | null>,
  options: SetupOptions,
): Promise<string | null> {
  let backups: string | null = null;
  const input = createInterface({ input: process.stdin, terminal: false });
  const lines = input[Symbol.asyncIterator]();
  try {
    for (const question of QUESTIONS) {
      const { answer, checked } = await askUntilRight(question, settings, options, lines);
      if (question.name === 'backups' && answer !== 'none') backups = answer;
      for (const [name, value] of Object.entries(checked.changes)) {
        changes[name] = value;
        if (value === null) delete settings[name];
        else settings[name] = value;
      }
      say(`${checked.isDoubtful === true ? 'note' : 'ok  '}  ${checked.found}`);
    }
    return backups;
  } finally {
    input.close();
  }
}

async function askUntilRight(
  question: Question,
  settings: Record<string, string>,
  options: SetupOptions,
  lines: AsyncIterator<string>,
): Promise<{ answer: string; checked: Checked }> {
  const given = options[question.name];
  if (given !== undefined) {
    say(`\n${question.text} ${hidePassword(given)}`);
    try {
      return { answer: given, checked: await question.check(given, settings) };
    } catch (error) {
      throw new Error(`--${question.name}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: undefined,
      });
    }
  }
  const present = findBackups(options.units);
  const fallback = question.fallback(settings, present === null ? null : present?.directory);
  say(`\n${question.text}\n      (${question.hint})`);
  for (;;) {
    process.stdout.write(`      ${fallback === '' ? '' : `[${hidePassword(fallback)}] `}> `);
    const line = await lines.next();
    if (line.done === true) throw new Error(`there is no answer: give one with --${question.name}`);
    const answer = line.value.trim() || fallback;
    try {
      return { answer, checked: await question.check(answer, settings) };
    } catch (error) {
      say(`fail  ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

function hidePassword(text: string): string {
  return text.replace(/(:\/\/[^:@/]*:).*@/, '$1…@');
}

/** Finds the service's user, or makes it. Throws if the data is somebody else's. */
function ensureAccount(name: string, dataDir: string): Account {
  const find = (flag: string) =>
    Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim() || 'NaN');
  if (Number.isNaN(find('-u')))
    execFileSync('useradd', [
      '--system',
      '--user-group',
      '--home-dir',
      dataDir,
      '--shell',
      '/usr/sbin/nologin',
      name,
    ]);
  const account = { uid: find('-u'), gid: find('-g') };
  const owner = findDataOwner(dataDir);
  if (owner !== null && owner.uid !== account.uid)
    throw new Error(`the data in ${dataDir} belongs to the user ${owner.uid}: name that user with --user`);
  return account;
}

/**
 * Gives a directory to the service's user. This works as root where that user may have put links, so it follows
 * none, and takes nothing away from somebody else.
 */
function makeDirectory(path: string, { uid, gid }: Account): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (statSync(path).uid === uid) return;
  if (!lstatSync(path).isDirectory()) throw new Error(`${path} must be a directory, not a link to one`);
  if (readdirSync(path).length > 0)
    throw new Error(`${path} isn't empty and belongs to somebody else: give it to the service's user first`);
  lchownSync(path, uid, gid);
}

function ensureOwnSecret(dataDir: string, { uid, gid }: Account): string {
  const path = join(dataDir, 'secret-key');
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile() === false) throw new Error(`${path} must be a file, not a link to one`);
  const secret = ensureSecret(path);
  lchownSync(path, uid, gid);
  return secret;
}

/** Only root reads the file: it has passwords, and systemd gives the service its settings. */
function writeSettings(file: string, changes: Changes): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
  writeFileSync(`${file}.new`, updateEnvironment(readText(file), changes), { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

/** Writes a unit of deploy/ for this place. One that is there and differs is kept, because somebody changed it. */
function writeUnit({ units, user }: SetupOptions, name: string): void {
  const text = readFileSync(join(DEPLOY, name), 'utf8')
    .replaceAll(`${WRITTEN_HOME}/`, `${HOME}/`)
    .replaceAll(`=${WRITTEN_HOME}\n`, `=${HOME}\n`)
    .replaceAll(/^(User|Group)=countersign$/gm, `$1=${user}`);
  // A package brings its own.
  if (units === SYSTEM_UNITS && readText(join(PACKAGED_UNITS, name)) === text) return;
  const path = join(units, name);
  mkdirSync(units, { recursive: true });
  if (!existsSync(path)) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text)
    say(`note  ${path} differs from ${join(DEPLOY, name)}, and is kept`);
}

/** Returns an empty text for a file that isn't there. */
function readText(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function startUnits(units: readonly string[], directory: string): void {
  const isOver =
    !units.includes(TIMER) && [directory, PACKAGED_UNITS].some((place) => existsSync(join(place, TIMER)));
  if (directory !== SYSTEM_UNITS || !existsSync('/run/systemd/system')) {
    say(`Start it where systemd runs: systemctl enable --now ${units.join(' ')}`);
    if (isOver) say(`And end the backups: systemctl disable --now ${TIMER}`);
    return;
  }
  execFileSync('systemctl', ['daemon-reload']);
  if (isOver) execFileSync('systemctl', ['disable', '--now', TIMER]);
  execFileSync('systemctl', ['enable', ...units]);
  execFileSync('systemctl', ['restart', ...units]);
  say(`${units.join(' and ')} run, also after the machine restarts.`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
