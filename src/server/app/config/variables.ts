import * as rules from './rules.ts';
import type { Rule } from './rules.ts';

/** One environment variable: how it is read, what it is when unset, and what the operator's table says of it. */
export interface Variable<T> {
  readonly rule: Rule<T>;
  /** The text that stands in for an unset variable; null when it is computed or simply absent. */
  readonly fallback: string | null;
  /** What the table shows as default when `fallback` is null. */
  readonly fallbackNote?: string;
  /** A secret value is never repeated in an error message. */
  readonly secret?: true;
  readonly description: string;
}

/** Every environment variable that the program reads. docs/configuration.md is tested against this table. */
export const variables = {
  DATA_DIR: {
    rule: rules.text('a directory'),
    fallback: '.data',
    description: 'Directory of the embedded database, the generated secret key and documents kept on disk.',
  },
  DATABASE_URL: {
    rule: rules.connectionUrl(['postgres:', 'postgresql:']),
    fallback: null,
    fallbackNote: 'the embedded server',
    secret: true,
    description: 'A PostgreSQL server (15 or newer) to use in place of the embedded one.',
  },
  HOST: {
    rule: rules.text('an address to listen on'),
    fallback: '127.0.0.1',
    description: 'Address to listen on; `0.0.0.0` or `::` for every interface.',
  },
  PORT: {
    rule: rules.wholeNumber(0, 65_535),
    fallback: '3000',
    description: 'Port to listen on; 0 takes any free port.',
  },
  ORIGIN: {
    rule: rules.origin,
    fallback: null,
    fallbackNote: '`http://localhost:PORT`',
    description:
      'Scheme, host and port under which browsers reach the service: links in mails, cookies and the origin check follow it.',
  },
  WEB_ORIGIN: {
    rule: rules.origin,
    fallback: null,
    fallbackNote: '`ORIGIN`',
    description:
      'Origin of the signing pages where they are served from elsewhere; the one origin that `/api/signer` answers across origins.',
  },
  MCP_URL: {
    rule: rules.origin,
    fallback: null,
    fallbackNote: '`ORIGIN`',
    description:
      'Scheme, host and port under which agents reach `/mcp`, where that is another name of this server. Access tokens are made for it.',
  },
  SECRET_KEY: {
    rule: rules.secretKey,
    fallback: null,
    fallbackNote: 'generated once, kept in `DATA_DIR/secret-key`',
    secret: true,
    description:
      'Signs links to signers and encrypts seal keys and the secrets of webhooks at rest. Every process on one database needs the same.',
  },
  SECRET_KEY_PREVIOUS: {
    rule: rules.secretKeys,
    fallback: null,
    fallbackNote: 'none',
    secret: true,
    description:
      'Keys that were `SECRET_KEY` before: still accepted and still able to decrypt, never used for anything new.',
  },
  SMTP_URL: {
    rule: rules.connectionUrl(['smtp:', 'smtps:']),
    fallback: null,
    fallbackNote: 'the local outbox',
    secret: true,
    description:
      'Mail server, `smtp://user:password@host:587`. Without it mails stay in an outbox that the dashboard shows.',
  },
  MAIL_FROM: {
    rule: rules.mailbox,
    fallback: null,
    fallbackNote: '`Countersign <no-reply@HOST-OF-ORIGIN>`',
    description: 'Sender of every mail.',
  },
  TRUSTED_PROXIES: {
    rule: rules.networks,
    fallback: null,
    fallbackNote: 'none',
    description:
      'Reverse proxies whose `X-Forwarded-For` is believed, as addresses and ranges. The client address is evidence: name only your own.',
  },
  OUTBOUND_NETWORKS: {
    rule: rules.networks,
    fallback: null,
    fallbackNote: 'none; this machine while `ORIGIN` is on localhost',
    description:
      'Networks of your own, as addresses and ranges, that webhooks may reach, also over http. Everything else that is not public is refused.',
  },
  STORAGE_URL: {
    rule: rules.storage,
    fallback: null,
    fallbackNote: '`DATA_DIR/blobs`',
    secret: true,
    description:
      'Where documents are kept: `file:///directory` or `s3://KEY:SECRET@host[:port]/bucket?region=…&tls=0|1`.',
  },
  SEAL_PKCS12: {
    rule: rules.text('the path of a PKCS#12 file'),
    fallback: null,
    fallbackNote: 'a certificate from the instance CA for each organization',
    description: 'PKCS#12 file with the certificate and key that seal every completed document.',
  },
  SEAL_PKCS12_PASSWORD: {
    rule: rules.text('the password of SEAL_PKCS12'),
    fallback: '',
    secret: true,
    description: 'Password of that file.',
  },
  MAX_DOCUMENT_BYTES: {
    rule: rules.wholeNumber(1024, 1_073_741_824),
    fallback: '52428800',
    description: 'Largest document that is taken, in bytes.',
  },
  MAX_DOCUMENT_PAGES: {
    rule: rules.wholeNumber(1, 100_000),
    fallback: '2000',
    description: 'Most pages of a document.',
  },
  DOCX_CONVERTER: {
    rule: rules.oneOf(['auto', 'gotenberg', 'soffice', 'wasm', 'off']),
    fallback: 'auto',
    description:
      'What turns DOCX into PDF: a Gotenberg service, the LibreOffice of this machine, or the one that comes along as WebAssembly (1.5 GB of memory). `auto` takes the first of these that there is; `off` accepts PDF only.',
  },
  GOTENBERG_URL: {
    rule: rules.httpUrl,
    fallback: null,
    fallbackNote: 'none',
    description: 'Address of a Gotenberg service, version 7 or newer.',
  },
  RATE_LIMIT_API_KEY: {
    rule: rules.wholeNumber(1, 1_000_000_000),
    fallback: '600',
    description: 'Requests a minute of one API key.',
  },
  RATE_LIMIT_SIGNER: {
    rule: rules.wholeNumber(1, 1_000_000_000),
    fallback: '120',
    description: "Requests a minute of one signer's link.",
  },
  RATE_LIMIT_AGENT: {
    rule: rules.wholeNumber(1, 1_000_000_000),
    fallback: '300',
    description: 'Requests a minute of one agent that a person let in.',
  },
  RATE_LIMIT_REGISTRATION: {
    rule: rules.wholeNumber(1, 1_000_000_000),
    fallback: '20',
    description: 'OAuth clients that one address may register a minute; six times as many an hour.',
  },
  RATE_LIMIT_AUTHORIZATION: {
    rule: rules.wholeNumber(1, 1_000_000_000),
    fallback: '120',
    description: 'Requests a minute of one address to the other endpoints of the authorization server.',
  },
  RATE_LIMIT_LOGIN: {
    rule: rules.wholeNumber(1, 1_000_000_000),
    fallback: '10',
    description: 'Attempts a minute to log in or sign up from one address.',
  },
  RATE_LIMIT_SESSION: {
    rule: rules.wholeNumber(1, 1_000_000_000),
    fallback: '1200',
    description: 'Requests a minute of one person to the dashboard: pages, calls and live updates.',
  },
  RATE_LIMIT_VISITOR: {
    rule: rules.wholeNumber(1, 1_000_000_000),
    fallback: '300',
    description: 'Pages a minute of one address without a session.',
  },
  LOG_LEVEL: {
    rule: rules.oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    fallback: 'info',
    description: 'Least severe line of the log, which goes to standard error.',
  },
  WORKER_CONCURRENCY: {
    rule: rules.wholeNumber(1, 100),
    fallback: '10',
    description: 'Jobs of one kind that one process runs at the same time.',
  },
  SIGNUP: {
    rule: rules.oneOf(['open', 'closed']),
    fallback: 'open',
    description:
      'Whether people can make an organization on the sign-up page; `npm run cli -- bootstrap` always can.',
  },
} as const satisfies Record<string, Variable<unknown>>;

/** Name of a variable of the table. */
export type VariableName = keyof typeof variables;
