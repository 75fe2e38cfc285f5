import { accessSync, constants } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { SignUpRule } from '#domain/account/sign-up-rule.ts';
import { isMailAddress } from '#domain/mail-address.ts';
import { isKeyName } from '#domain/log/note.ts';
import { openStorage, STORAGE_URL_EXAMPLES } from '#server/storage/open-storage.ts';
import { parseWitness } from './witnesses.ts';

/** A network, in the form that `net.BlockList.addSubnet` takes. */
export interface NetworkRange {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** Any text. */
export const text = z.string();

/** A whole number between two bounds, both inclusive. */
export function createWholeNumberRule(min: number, max: number) {
  const format = new Intl.NumberFormat('en-US').format;
  return createRule(`a whole number between ${format(min)} and ${format(max)}`, (value) => {
    const number = parseDigits(value);
    return number >= min && number <= max ? number : undefined;
  });
}

/** One word of a list. */
export function createChoiceRule<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, { error: `must be one of ${words.join(', ')}` });
}

/** A country as two capital letters (ISO 3166-1). */
export const country = createRule('a country of two capital letters, such as DE', (value) =>
  /^[A-Z]{2}$/.test(value) ? value : undefined,
);

/** A connection URL with one of the schemes (each ending in a colon) and a host or a socket. */
export function createConnectionUrlRule(schemes: readonly string[]) {
  const starts = schemes.map((scheme) => `${scheme}//`).join(' or ');
  return createRule(`a URL that starts with ${starts}`, (value) => {
    const url = URL.parse(value);
    if (url === null || !schemes.includes(url.protocol)) return undefined;
    return url.hostname === '' && !url.searchParams.has('host') ? undefined : value;
  });
}

/** HTTP headers as a JSON object. Names become lowercase. */
export const headers = createRule(
  'a JSON object of header names and values',
  (value): Record<string, string> | undefined => {
    const parsed = HEADERS.safeParse(parseJson(value));
    if (!parsed.success) return undefined;
    return Object.fromEntries(Object.entries(parsed.data).map(([name, text]) => [name.toLowerCase(), text]));
  },
);

/** Headers as in RFC 9110 section 5, without the line breaks that would start another header. */
const HEADERS = z.record(z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/), z.string().regex(/^[\t\x20-\x7e]*$/));

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** An email address, or a page that says how to get in touch. */
export const contact = createRule(
  'an address such as mailto:security@example.com or https://example.com/security',
  (value) => {
    const url = URL.parse(value);
    if (url?.protocol === 'https:') return url.href;
    return url?.protocol === 'mailto:' && isMailAddress(url.pathname) ? url.href : undefined;
  },
);

/** The URL of an HTTP service. */
export const httpUrl = createRule('a URL such as http://gotenberg:3000', (value) =>
  ['http:', 'https:'].includes(URL.parse(value)?.protocol ?? '') ? value : undefined,
);

/** Comma-separated URLs of HTTP services. */
export const httpUrls = createRule('URLs such as https://tsa.example.com, separated by commas', (value) =>
  parseItems(value, (item) =>
    ['http:', 'https:'].includes(URL.parse(item)?.protocol ?? '') ? item : undefined,
  ),
);

/** The scheme, host and port of a website and nothing else, as browsers send them in the Origin header. */
export const origin = createRule(
  'an origin such as https://sign.example.com (http or https, no path)',
  (value) => {
    const url = URL.parse(value);
    if (url === null || !['http:', 'https:'].includes(url.protocol)) return undefined;
    const isBare = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
    return isBare && !/[?#]$/.test(value) ? url.origin : undefined;
  },
);

const KEY_MIN_CHARS = 32;

/**
 * A secret that keys are derived from. It has no commas, because commas separate the keys of
 * SECRET_KEY_PREVIOUS.
 */
export const secretKey = createRule(`at least ${KEY_MIN_CHARS} characters without a comma`, (value) =>
  isSecretKey(value) && !value.includes(',') ? value : undefined,
);

/** Secrets, separated by commas. */
export const secretKeys = createRule(
  `a comma-separated list of keys of at least ${KEY_MIN_CHARS} characters each`,
  (value) => parseItems(value, (item) => (isSecretKey(item) ? item : undefined)),
);

/** `address@host` or `Name <address@host>`, without a line break, which would start a new header. */
export const mailbox = createRule(
  'an address such as sign@example.com or "Countersign <sign@example.com>"',
  (value) => (/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value) ? value : undefined),
);

/** Addresses and CIDR ranges, separated by commas. */
export const networks = createRule(
  'a comma-separated list of addresses and ranges such as 10.0.0.0/8, ::1',
  (value) => parseItems(value, parseNetwork),
);

/** DNS servers by IP address. An IPv6 address with a port is in brackets. */
export const nameServers = createRule(
  'a comma-separated list of IP addresses such as 192.0.2.53, [2001:db8::53]:5353',
  (value) => parseItems(value, parseNameServer),
);

/**
 * A time server by name or IP address, with a port if it isn't the port of NTP. An IPv6 address with a port
 * is in brackets.
 */
export const timeServer = createRule(
  'a host such as ntp.example.com, 192.0.2.7:123 or [2001:db8::7]:123',
  parseTimeServer,
);

/** The name of a log in the form that tools expect: an address without a scheme. */
export const logOrigin = createRule(
  'a name such as sign.example.com/log, without spaces and plus signs',
  (value) => (isKeyName(value) ? value : undefined),
);

/** Witnesses, separated by commas. Each consists of its key and URL. */
export const witnesses = createRule(
  'a comma-separated list of keys and URLs, such as witness.example.com+1a2b3c4d+BA… https://witness.example.com',
  (value) => parseItems(value, parseWitness),
);

/** Who may sign up: anyone, only who is invited, or addresses of the listed domains. */
export const signUpRule = createRule(
  'open, closed, or domains such as example.com, example.org',
  (value): SignUpRule | undefined => {
    if (value === 'open') return { kind: 'anyone' };
    if (value === 'closed') return { kind: 'invited' };
    const domains = parseItems(
      value.toLowerCase(),
      (item) => /^@?((?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+)$/.exec(item)?.[1],
    );
    return domains === undefined ? undefined : { kind: 'domains', domains };
  },
);

/** A storage URL that one of the drivers can open. */
export const storageUrl = createRule(STORAGE_URL_EXAMPLES.join(' or '), (value) =>
  openStorage(value) === null ? undefined : value,
);

/** The path of a file that this process can read. */
export const readableFile = createRule('the path of a readable file', (value) => {
  try {
    accessSync(value, constants.R_OK);
    return resolve(value);
  } catch {
    return undefined;
  }
});

/**
 * Creates a schema from a parser that returns undefined for invalid text. `expected` completes the sentence
 * "must be …".
 */
function createRule<T>(expected: string, parse: (text: string) => T | undefined) {
  return z.string().transform((text, context): T => {
    const value = parse(text);
    if (value !== undefined) return value;
    context.issues.push({ code: 'custom', message: `must be ${expected}`, input: text });
    return z.NEVER;
  });
}

function isSecretKey(value: string): boolean {
  return value.length >= KEY_MIN_CHARS;
}

function parseNetwork(value: string): NetworkRange | undefined {
  const [address = '', width] = value.split('/');
  const version = isIP(address);
  if (version === 0) return undefined;
  const max = version === 4 ? 32 : 128;
  const prefix = width === undefined ? max : parseDigits(width);
  return prefix <= max ? { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' } : undefined;
}

/** Returns a DNS server in the form that `Resolver.setServers` takes. */
function parseNameServer(value: string): string | undefined {
  if (isIP(value) !== 0) return value;
  const [, address = '', port = ''] = /^(?:\[([^\]]+)\]|[\d.]+):(\d+)$/.exec(value) ?? [];
  const host = address === '' ? value.slice(0, value.lastIndexOf(':')) : address;
  const isPort = parseDigits(port) >= 1 && parseDigits(port) <= 65_535;
  return isPort && isIP(host) === (address === '' ? 4 : 6) ? value : undefined;
}

const NTP_PORT = 123;

function parseTimeServer(value: string): { host: string; port: number } | undefined {
  if (isIP(value) === 6) return { host: value, port: NTP_PORT };
  const [, bracketed, plain = '', port = String(NTP_PORT)] =
    /^(?:\[([^\]]+)\]|([a-z0-9.-]{1,253}))(?::(\d+))?$/i.exec(value) ?? [];
  const host = bracketed ?? plain;
  const isHost = bracketed === undefined ? plain !== '' : isIP(bracketed) === 6;
  return isHost && parseDigits(port) >= 1 && parseDigits(port) <= 65_535
    ? { host, port: parseDigits(port) }
    : undefined;
}

function parseDigits(value: string): number {
  return /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
}

function parseItems<T>(value: string, parse: (item: string) => T | undefined): readonly T[] | undefined {
  const items = value.split(',').flatMap((part) => parse(part.trim()) ?? []);
  return items.length === value.split(',').length ? items : undefined;
}
