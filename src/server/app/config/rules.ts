import { isIP } from 'node:net';

/** How the text of one variable becomes a value; `parse` answers undefined for a text that it does not accept. */
export interface Rule<T> {
  /** Completes the sentence "NAME must be …". */
  readonly expects: string;
  readonly parse: (text: string) => T | undefined;
}

/** A network, in the form that `net.BlockList.addSubnet` takes. */
export interface NetworkRange {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** Where documents are kept: a directory of this machine, or a bucket that speaks the S3 protocol. */
export type StorageSetting =
  | { readonly kind: 'disk'; readonly directory: string }
  | {
      readonly kind: 's3';
      /** Scheme, host and port, without the bucket. */
      readonly endpoint: string;
      readonly bucket: string;
      readonly region: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
    };

/** Any text. */
export function text(expects: string): Rule<string> {
  return { expects, parse: (value) => value };
}

/** A whole number between two bounds, both included. */
export function wholeNumber(least: number, most: number): Rule<number> {
  return {
    expects: `a whole number from ${least} to ${most}`,
    parse: (value) => {
      const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
      return number >= least && number <= most ? number : undefined;
    },
  };
}

/** One word of a fixed list. */
export function oneOf<const Words extends readonly string[]>(words: Words): Rule<Words[number]> {
  return { expects: `one of ${words.join(', ')}`, parse: (value) => words.find((word) => word === value) };
}

/** A connection URL with one of the given schemes (each ending in a colon) and a host or a socket. */
export function connectionUrl(schemes: readonly string[]): Rule<string> {
  return {
    expects: `a URL that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
    parse: (value) => {
      const url = parseUrl(value);
      if (url === undefined || !schemes.includes(url.protocol)) return undefined;
      return url.hostname === '' && !url.searchParams.has('host') ? undefined : value;
    },
  };
}

/** The address of a service that speaks HTTP. */
export const httpUrl: Rule<string> = {
  expects: 'a URL such as http://gotenberg:3000',
  parse: (value) => (['http:', 'https:'].includes(parseUrl(value)?.protocol ?? '') ? value : undefined),
};

/** Scheme, host and port of a web site and nothing else: what browsers send as Origin. */
export const origin: Rule<string> = {
  expects: 'an origin such as https://sign.example.com (http or https, no path)',
  parse: (value) => {
    const url = parseUrl(value);
    if (url === undefined || !['http:', 'https:'].includes(url.protocol)) return undefined;
    const bare = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
    return bare && !/[?#]$/.test(value) ? url.origin : undefined;
  },
};

const MIN_KEY_LENGTH = 32;

/** A secret that keys are derived from. A comma would make it impossible to list it as a previous key. */
export const secretKey: Rule<string> = {
  expects: `at least ${MIN_KEY_LENGTH} characters, without a comma`,
  parse: (value) => (value.length >= MIN_KEY_LENGTH && !value.includes(',') ? value : undefined),
};

/** Secrets separated by commas. */
export const secretKeys: Rule<readonly string[]> = {
  expects: `a list of keys of at least ${MIN_KEY_LENGTH} characters each, separated by commas`,
  parse: (value) => everyItem(value, secretKey.parse),
};

/** `address@host`, or `Name <address@host>`, without a line break that would start a new header. */
export const mailbox: Rule<string> = {
  expects: 'an address such as sign@example.com or "Countersign <sign@example.com>"',
  parse: (value) =>
    /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value) ? value : undefined,
};

/** Addresses and CIDR ranges separated by commas. */
export const networks: Rule<readonly NetworkRange[]> = {
  expects: 'a list of addresses and ranges such as 10.0.0.0/8, ::1',
  parse: (value) => everyItem(value, parseNetwork),
};

/** `file:///directory`, or `s3://KEY:SECRET@host[:port]/bucket?region=…&tls=0|1`. */
export const storage: Rule<StorageSetting> = {
  expects: 'file:///directory or s3://KEY:SECRET@host[:port]/bucket?region=…&tls=0|1',
  parse: (value) => {
    const url = parseUrl(value);
    if (url?.protocol === 's3:') return parseBucket(url);
    if (url?.protocol !== 'file:' || url.hostname !== '' || url.pathname === '/') return undefined;
    return { kind: 'disk', directory: decodeURIComponent(url.pathname) };
  },
};

function parseBucket(url: URL): StorageSetting | undefined {
  const bucket = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(url.pathname)?.[1];
  const tls = url.searchParams.get('tls') ?? '1';
  if (bucket === undefined || url.username === '' || url.password === '' || !/^[01]$/.test(tls))
    return undefined;
  return {
    kind: 's3',
    endpoint: `${tls === '1' ? 'https' : 'http'}://${url.host}`,
    bucket,
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}

function parseNetwork(value: string): NetworkRange | undefined {
  const [address = '', width] = value.split('/');
  const version = isIP(address);
  if (version === 0) return undefined;
  const most = version === 4 ? 32 : 128;
  const prefix = width === undefined ? most : wholeNumber(0, most).parse(width);
  return prefix === undefined ? undefined : { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' };
}

function everyItem<T>(value: string, parse: (item: string) => T | undefined): readonly T[] | undefined {
  const items: T[] = [];
  for (const part of value.split(',')) {
    const item = parse(part.trim());
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

function parseUrl(value: string): URL | undefined {
  return URL.parse(value) ?? undefined;
}
