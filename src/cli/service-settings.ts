import { readFileSync } from 'node:fs';

import { getErrorCode } from '#domain/error-code.ts';

/** Where an installed service keeps its data unless its settings say otherwise. */
export const INSTALLED_DATA_DIR = '/var/lib/countersign';

/**
 * The file with the service's settings. Null where nothing is installed, and for the service itself, which gets
 * its settings from systemd. The installed command, deploy/countersign, sets this variable.
 */
export function findEnvironmentFile(): string | null {
  const path = process.env['COUNTERSIGN_ENVIRONMENT'];
  return path === undefined || path === '' ? null : path;
}

/** What one types to run a command, the service and a worker. */
export const [COMMAND, START_COMMAND, WORKER_COMMAND] =
  process.env['COUNTERSIGN_ENVIRONMENT'] === undefined
    ? ['npm run cli --', 'npm start --', 'npm run worker --']
    : ['countersign', 'countersign start', 'countersign worker'];

/**
 * Makes an installed command work with the settings of the service. Variables that are already set win, so that
 * one command can be given another setting.
 */
export function loadServiceSettings(): void {
  const path = findEnvironmentFile();
  if (path === null) return;
  const settings = { DATA_DIR: INSTALLED_DATA_DIR, ...readEnvironmentFile(path) };
  for (const [name, value] of Object.entries(settings)) process.env[name] ??= value;
}

/** Returns the settings in a file, which may be absent. */
export function readEnvironmentFile(path: string): Record<string, string> {
  try {
    return parseEnvironmentFile(readFileSync(path, 'utf8'));
  } catch (error) {
    const code = getErrorCode(error);
    if (code === 'ENOENT') return {};
    if (code !== 'EACCES') throw error;
    throw new Error(`only root may read the settings in ${path}: run this with sudo`);
  }
}

/** A setting, from its name to the end of the line that it ends on. */
const SETTING =
  /^[ \t]*(?![#;])([A-Za-z_]\w*)[ \t]*=[ \t]*((?:\\[^]|"(?:\\[^]|[^"\\])*"|'[^']*'|[^\n\\])*)$/gm;
/** Quotation marks count where the value begins and after other ones, as in systemd.exec(5). */
const QUOTED = /^\s*(?:"((?:\\[^]|[^"\\])*)"|'([^']*)')/;

/** Reads settings as systemd does (EnvironmentFile in systemd.exec(5)). */
export function parseEnvironmentFile(text: string): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const [, name = '', written = ''] of text.replaceAll('\r\n', '\n').matchAll(SETTING))
    settings[name] = readValue(written);
  return settings;
}

function readValue(written: string): string {
  let [value, rest] = ['', written];
  for (let found = QUOTED.exec(rest); found !== null; found = QUOTED.exec(rest)) {
    const [whole, double, single] = found;
    value += double?.replaceAll(/\\(?:\n|(["\\`$]))/g, '$1') ?? single ?? '';
    rest = rest.slice(whole.length);
  }
  return value + rest.trimEnd().replaceAll(/\\(?:\n|([^]))/g, '$1');
}

/**
 * Returns the text of a file with changed settings. Null removes one. What isn't changed stays as it was written,
 * comments included.
 */
export function updateEnvironment(text: string, changes: Readonly<Record<string, string | null>>): string {
  const written = new Set<string>();
  const kept = text.replaceAll(SETTING, (line, name: string) => {
    const value = changes[name];
    if (value === undefined) return line;
    if (value === null || written.has(name)) return REMOVED;
    written.add(name);
    return formatSetting(name, value);
  });
  const added = Object.entries(changes).flatMap(([name, value]) =>
    value === null || written.has(name) ? [] : [`${formatSetting(name, value)}\n`],
  );
  const rest = kept.replaceAll(`${REMOVED}\n`, '').replaceAll(REMOVED, '');
  return `${rest}${rest === '' || rest.endsWith('\n') ? '' : '\n'}${added.join('')}`;
}

const REMOVED = '\0';

/** Writes a value so that systemd and shells read it alike. */
function formatSetting(name: string, value: string): string {
  return `${name}=${/^[\w@%+:,./?&=-]*$/.test(value) ? value : `"${value.replaceAll(/["\\`$]/g, '\\$&')}"`}`;
}

/** Says which database a command works with, without its password. */
export function describeDatabase(env: Readonly<Record<string, string | undefined>>): string {
  const url = URL.parse(env['DATABASE_URL'] ?? '');
  if (url === null) return `the database in ${env['DATA_DIR'] ?? '.data'}`;
  const host = url.host === '' ? (url.searchParams.get('host') ?? 'localhost') : url.host;
  return `the database ${url.pathname.slice(1)} at ${host}`;
}

/** Tells a person who runs an installed command at a terminal which database it works with. */
export function announceDatabase(): void {
  const path = findEnvironmentFile();
  if (path === null || !process.stderr.isTTY) return;
  process.stderr.write(`countersign: ${describeDatabase(process.env)}, with the settings in ${path}\n`);
}
