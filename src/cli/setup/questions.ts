import { lookup } from 'node:dns/promises';
import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { environment } from '#server/runtime/config/variables.ts';
import { verifySmtp } from '#server/mail/transport.ts';
import { openStorage } from '#server/storage/open-storage.ts';
import { describeError } from '../operating/findings.ts';
import { checkVisible, isWithin } from './drop-ins.ts';

/** Settings to write. Null removes one. */
export type Changes = Readonly<Record<string, string | null>>;
type Current = Readonly<Record<string, string | undefined>>;

/** What a checked answer means. Throws instead if the service couldn't work with it. */
export type Checked = {
  readonly changes: Changes;
  /** What was found, in words. */
  readonly found: string;
  /** Whether somebody should look at it. The answer is taken nevertheless. */
  readonly isDoubtful?: boolean;
};

export type Question = {
  /** The option of the command that answers it. */
  readonly name: 'address' | 'mail' | 'signup' | 'backups' | 'storage';
  readonly text: string;
  readonly hint: string;
  /** What an empty answer means. Backups go to a directory: null for none, undefined if nobody was asked. */
  readonly fallback: (current: Current, backups: string | null | undefined) => string;
  readonly check: (answer: string, current: Current) => Promise<Checked>;
};

const NONE = 'none';
const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const LOOKUP_TIMEOUT_MS = 10_000;

/** What a server needs to know, in the order in which it's asked. */
export const QUESTIONS: readonly Question[] = [
  {
    name: 'address',
    text: 'Which address do people open?',
    hint: 'such as https://sign.example.com; a proxy on this machine forwards it to port 3000',
    fallback: ({ ORIGIN }) => ORIGIN ?? '',
    check: checkAddress,
  },
  {
    name: 'mail',
    text: 'Which server sends email?',
    hint: `such as smtp://user:password@smtp.example.com:587, or ${NONE} to keep emails in an outbox`,
    fallback: ({ SMTP_URL }) => SMTP_URL ?? NONE,
    check: checkMail,
  },
  {
    name: 'signup',
    text: 'Who may sign up, after the first account?',
    hint: 'closed (people are invited), open (anyone), or domains such as example.com, example.org',
    fallback: ({ SIGNUP }) => SIGNUP ?? 'closed',
    check: checkSignUp,
  },
  {
    name: 'backups',
    text: 'Which directory gets a backup every night?',
    hint: `on another disk if there is one; the last 7 are kept; ${NONE} for no backups`,
    fallback: ({ DATABASE_URL }, backups = '/var/backups/countersign') =>
      DATABASE_URL === undefined ? (backups ?? NONE) : NONE,
    check: checkBackups,
  },
  {
    name: 'storage',
    text: 'Where are documents kept?',
    hint: 'a directory, or a bucket as in docs/storage.md',
    fallback: ({ STORAGE_URL, DATA_DIR = '' }) => STORAGE_URL ?? resolve(DATA_DIR, 'blobs'),
    check: checkStorage,
  },
];

async function checkAddress(answer: string, current: Current): Promise<Checked> {
  const origin = readSetting('ORIGIN', answer);
  const { protocol, hostname } = new URL(origin);
  const isLocal = LOCAL.test(hostname);
  if (protocol !== 'https:' && !isLocal)
    throw new Error('it must begin with https://, or passwords and documents could be read on the way');
  const proxies = current['TRUSTED_PROXIES'] ?? (protocol === 'https:' ? '127.0.0.1, ::1' : undefined);
  const changes = { ORIGIN: origin, ...(proxies !== undefined && { TRUSTED_PROXIES: proxies }) };
  if (isLocal) return { changes, found: 'only this machine can open it', isDoubtful: true };
  try {
    const signal = AbortSignal.timeout(LOOKUP_TIMEOUT_MS);
    const aborted = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(new Error('no answer')), { once: true }),
    );
    const { address } = await Promise.race([lookup(hostname), aborted]);
    return { changes, found: `${hostname} leads to ${address}` };
  } catch {
    return { changes, found: `${hostname} leads nowhere yet: add it to your DNS`, isDoubtful: true };
  }
}

async function checkMail(answer: string): Promise<Checked> {
  if (answer === NONE)
    return {
      changes: { SMTP_URL: null },
      found: 'nobody gets any email: they stay in the outbox of the dashboard',
      isDoubtful: true,
    };
  const url = readSetting('SMTP_URL', answer);
  try {
    await verifySmtp(url);
  } catch (error) {
    throw new Error(`the mail server says: ${describeError(error)}`, { cause: undefined });
  }
  return { changes: { SMTP_URL: url }, found: 'the mail server accepts the sign-in' };
}

async function checkSignUp(answer: string, { SMTP_URL }: Current): Promise<Checked> {
  const { success, data } = environment.shape.SIGNUP.safeParse(answer);
  if (!success || data === undefined)
    throw new Error('it must be closed, open, or domains such as example.com');
  if (data.kind === 'domains' && SMTP_URL === undefined)
    throw new Error('domains need a mail server, because addresses are confirmed by email');
  const isDoubtful = data.kind === 'anyone' && SMTP_URL !== undefined;
  const found = {
    anyone: isDoubtful ? 'strangers may send emails through your mail server' : 'anyone may sign up',
    invited: 'the first account invites people',
    domains: `addresses at ${data.kind === 'domains' ? data.domains.join(' and ') : ''} may sign up`,
    default: '',
  };
  return await Promise.resolve({ changes: { SIGNUP: answer }, found: found[data.kind], isDoubtful });
}

async function checkBackups(answer: string, { DATA_DIR = '', DATABASE_URL }: Current): Promise<Checked> {
  if (answer === NONE)
    return {
      changes: {},
      found: DATABASE_URL === undefined ? 'there are no backups' : 'back up your database server yourself',
      isDoubtful: true,
    };
  if (DATABASE_URL !== undefined)
    throw new Error(
      'backups of this kind are of the embedded database: answer none, and use the tools of your server',
    );
  if (!isAbsolute(answer)) throw new Error('it must be a whole path, such as /var/backups/countersign');
  checkVisible(answer);
  if (isWithin(DATA_DIR, answer)) throw new Error(`it must not be in ${DATA_DIR}, which is what gets lost`);
  const place = findExisting(answer);
  const isSameDisk = statSync(place).dev === statSync(findExisting(DATA_DIR)).dev;
  const { bavail, bsize } = statfsSync(place);
  const room = `${Math.floor((bavail * bsize) / 1e9)} GB are free`;
  return await Promise.resolve({
    changes: {},
    found: isSameDisk ? `${room}, but on the disk that also has the data` : room,
    isDoubtful: isSameDisk,
  });
}

async function checkStorage(answer: string, { DATA_DIR = '', STORAGE_URL }: Current): Promise<Checked> {
  const own = pathToFileURL(resolve(DATA_DIR, 'blobs')).href;
  const url = isAbsolute(answer) ? pathToFileURL(answer).href : readSetting('STORAGE_URL', answer);
  const [present, wanted] = [STORAGE_URL ?? own, url].map(nameStorage);
  if (present !== wanted && holdsDocuments(STORAGE_URL ?? own))
    throw new Error(`documents are kept in ${present}: copy them first, then change STORAGE_URL by hand`);
  if (url === own)
    return { changes: { STORAGE_URL: null }, found: 'in the data directory, and in its backups' };
  if (url.startsWith('file:')) {
    checkVisible(fileURLToPath(url));
    return { changes: { STORAGE_URL: url }, found: 'in a directory, and in its backups' };
  }
  const storage = openStorage(url);
  if (storage === null) throw new Error('it must be a directory or a bucket: see docs/storage.md');
  try {
    await storage.probe();
  } catch (error) {
    throw new Error(`the storage says: ${describeError(error)}`, { cause: undefined });
  }
  return { changes: { STORAGE_URL: url }, found: 'the bucket answers' };
}

/** Names a storage without the credentials and options of its URL. */
function nameStorage(text: string): string {
  const { protocol, host, pathname } = new URL(text);
  return protocol === 'file:' ? resolve(fileURLToPath(text)) : `${protocol}//${host}${pathname}`;
}

/** Whether a storage may have documents. A bucket that has been chosen counts as one that has. */
function holdsDocuments(url: string): boolean {
  return url.startsWith('file:') ? holdsFiles(fileURLToPath(url)) : true;
}

function holdsFiles(directory: string): boolean {
  if (!existsSync(directory)) return false;
  return readdirSync(directory, { withFileTypes: true }).some((entry) =>
    entry.isDirectory() ? holdsFiles(join(directory, entry.name)) : entry.isFile(),
  );
}

function readSetting(name: 'ORIGIN' | 'SMTP_URL' | 'STORAGE_URL', value: string): string {
  const { success, data, error } = environment.shape[name].safeParse(value === '' ? ' ' : value);
  if (!success || data === undefined) throw new Error(`it ${error?.issues[0]?.message ?? 'is missing'}`);
  return data;
}

/** Returns the directory itself, or the one that it would be made in. */
function findExisting(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) === undefined && path !== dirname(path)
    ? findExisting(dirname(path))
    : path;
}
