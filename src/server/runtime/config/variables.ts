import { z } from 'zod';
import * as rules from './rules.ts';

const MANY = 1_000_000_000;
const rate = rules.createWholeNumberRule(1, MANY);

/**
 * Every environment variable that the program reads. docs/configuration.md is tested against this list.
 * `unset` says what happens without a value if there is no default. Values marked `secret` are left out of
 * error messages.
 */
export const environment = z.object({
  DATA_DIR: rules.text.prefault('.data').meta({
    description: 'Directory of the embedded database, the generated secret key and locally stored documents.',
  }),
  DATABASE_URL: rules.createConnectionUrlRule(['postgres:', 'postgresql:']).optional().meta({
    unset: 'the embedded server',
    secret: true,
    description: 'A PostgreSQL server (15 or newer) to use instead of the embedded one.',
  }),
  DATABASE_REPLICA_URL: rules.createConnectionUrlRule(['postgres:', 'postgresql:']).optional().meta({
    unset: 'lists are read from the primary',
    secret: true,
    description: 'A streaming replica of the server at `DATABASE_URL`, from which lists are read.',
  }),
  DATABASE_MIGRATION_URL: rules.createConnectionUrlRule(['postgres:', 'postgresql:']).optional().meta({
    unset: '`DATABASE_URL`',
    secret: true,
    description:
      'The same database without a pooler in between, as the owner of its tables. Required if `DATABASE_URL` leads to a pooler: migrations, jobs and live updates use it.',
  }),
  DATABASE_CONNECTIONS: rules.createWholeNumberRule(8, 1000).prefault('10').meta({
    description:
      'How many connections a web server or a worker opens to the database at most; one that is both, one more. All but five run transactions.',
  }),
  HOST: rules.text.prefault('127.0.0.1').meta({
    description: 'Address to listen on. Use `0.0.0.0` or `::` for every interface.',
  }),
  PORT: rules.createWholeNumberRule(0, 65_535).prefault('3000').meta({
    description: 'Port to listen on. Use 0 for any free port.',
  }),
  ORIGIN: rules.origin.optional().meta({
    unset: '`http://localhost:PORT`',
    description:
      'Scheme, host and port that browsers use to reach the service. Links in emails, cookies and the origin check depend on it.',
  }),
  WEB_ORIGIN: rules.origin.optional().meta({
    unset: '`ORIGIN`',
    description:
      'Origin of the signing pages if they are hosted elsewhere. It is the only other origin that may call `/api/signer`.',
  }),
  PASSKEY_RP_ID: rules.text.optional().meta({
    unset: 'the host of `WEB_ORIGIN`',
    description:
      'Domain that signers’ passkeys are for: the host of the signing pages or a domain above it. Fix it before the first one is used, since a change ends all of them.',
  }),
  MCP_URL: rules.origin.optional().meta({
    unset: '`ORIGIN`',
    description:
      'Scheme, host and port that agents use to reach `/mcp`, if different. Access tokens are issued for it.',
  }),
  SECRET_KEY: rules.secretKey.optional().meta({
    unset: 'generated once and kept in `DATA_DIR/secret-key`',
    secret: true,
    description:
      'Signs signer links and encrypts seal keys and webhook secrets at rest. Every process that shares a database needs the same key.',
  }),
  SECRET_KEY_PREVIOUS: rules.secretKeys.optional().meta({
    unset: 'none',
    secret: true,
    description:
      'Comma-separated former values of `SECRET_KEY`. They are accepted for existing links and data, and never used for anything new.',
  }),
  SMTP_URL: rules.createConnectionUrlRule(['smtp:', 'smtps:']).optional().meta({
    unset: 'the local outbox',
    secret: true,
    description:
      'Mail server, such as `smtp://user:password@host:587`. Without it, emails stay in an outbox that the dashboard shows.',
  }),
  MAIL_FROM: rules.mailbox.optional().meta({
    unset: '`Countersign <no-reply@HOST-OF-ORIGIN>`',
    description: 'Sender of every email.',
  }),
  SMS_URL: rules.httpUrl.optional().meta({
    unset: 'no text messages',
    secret: true,
    description:
      'URL of the gateway that sends text messages with codes. In it and in `SMS_BODY`, `{to}` stands for the phone number and `{text}` for the message.',
  }),
  SMS_METHOD: rules.createChoiceRule(['POST', 'GET']).prefault('POST').meta({
    description: 'How the SMS gateway is called. `GET` sends no body.',
  }),
  SMS_HEADERS: rules.headers.optional().meta({
    unset: 'only `content-type: application/json`',
    secret: true,
    description: 'Headers for the SMS gateway as a JSON object, such as `{"authorization": "Bearer KEY"}`.',
  }),
  SMS_BODY: rules.text.prefault('{"to":"{to}","text":"{text}"}').meta({
    secret: true,
    description:
      'What is posted to the SMS gateway. Values are escaped as the `content-type` in `SMS_HEADERS` requires: JSON, form or XML.',
  }),
  TRUSTED_PROXIES: rules.networks.optional().meta({
    unset: 'none',
    description:
      'Addresses and ranges of reverse proxies whose `X-Forwarded-For` header is trusted. Client addresses are evidence, so list only your own proxies.',
  }),
  CONNECTIONS_MAX: rules.createWholeNumberRule(10, 1_000_000).prefault('10000').meta({
    description:
      'Open connections of a process, of which at most three quarters of the files that it may open.',
  }),
  CONNECTIONS_PER_ADDRESS: rules.createWholeNumberRule(10, 1_000_000).prefault('1000').meta({
    description:
      'Open connections of one address, or of one /64 network of IPv6. Trusted proxies have no such limit.',
  }),
  OUTBOUND_NETWORKS: rules.networks.optional().meta({
    unset: 'none',
    description:
      'Addresses and ranges of private networks that webhooks, the SMS gateway and identity providers may reach, including over http. All other private addresses are blocked, also those of this machine; to try them out, allow `127.0.0.0/8`.',
  }),
  DNS_SERVERS: rules.nameServers.optional().meta({
    unset: "the machine's",
    description:
      'Comma-separated addresses of the DNS servers, each with a port if it is not 53, that are asked for the records that prove email domains.',
  }),
  NTP_SERVER: rules.timeServer.optional().meta({
    unset: "only the database's clock",
    description:
      'A time server such as `ntp.example.com` or `192.0.2.7:123` that the clock is compared with, beside that of the database. Nothing proves who answers, so use one in a network that you trust.',
  }),
  STORAGE_URL: rules.storageUrl.optional().meta({
    unset: '`DATA_DIR/blobs`',
    secret: true,
    description:
      "Where documents are stored: `file:///directory` or `s3://[KEY:SECRET@]host[:port]/bucket?region=…&tls=0|1`. Without a key, with the machine's credentials.",
  }),
  STORAGE_ENCRYPTION: rules.createChoiceRule(['true', 'false']).prefault('false').meta({
    description:
      'Whether new documents are encrypted before they are stored, under a key in the database that `SECRET_KEY` encrypts.',
  }),
  SEAL_PKCS12: rules.readableFile.optional().meta({
    unset: 'a certificate from the instance CA for each organization',
    description: 'PKCS#12 file with the certificate and key that seal every completed document.',
  }),
  SEAL_PKCS12_PASSWORD: rules.text.prefault('').meta({
    secret: true,
    description: 'Password of the `SEAL_PKCS12` file.',
  }),
  LOG_ORIGIN: rules.logOrigin.optional().meta({
    unset: '`HOST-OF-ORIGIN/log`',
    description:
      'Name of the transparency log, which its signatures cover. It is fixed when the log begins: a later value, or another `ORIGIN`, changes nothing.',
  }),
  LOG_PUBLIC: rules.createChoiceRule(['true', 'false']).prefault('true').meta({
    description:
      'Whether anyone may read the transparency log, which says nothing but the number of its entries. `false` keeps its tiles to members and API keys.',
  }),
  LOG_WITNESSES: rules.witnesses.optional().meta({
    unset: 'none',
    description:
      'Comma-separated keys and URLs of witnesses that sign the states of the log, such as `witness.example.com+1a2b3c4d+BA… https://witness.example.com`.',
  }),
  LOG_WITNESS_QUORUM: rules.createWholeNumberRule(0, 100).prefault('0').meta({
    description:
      'How many witnesses have to sign a state of the log for its envelopes to count as witnessed.',
  }),
  SEAL_PKCS11_MODULE: rules.readableFile.optional().meta({
    unset: 'none',
    description:
      'PKCS#11 library of the token with the sealing key, such as `/usr/lib/softhsm/libsofthsm2.so`. Needs the package `pkcs11js`.',
  }),
  SEAL_PKCS11_TOKEN: rules.text.optional().meta({ unset: 'none', description: 'Label of the token.' }),
  SEAL_PKCS11_KEY: rules.text
    .optional()
    .meta({ unset: 'none', description: "Label of the token's private key." }),
  SEAL_PKCS11_PIN: rules.text.prefault('').meta({ secret: true, description: "The token's user PIN." }),
  SEAL_CERTIFICATES: rules.readableFile.optional().meta({
    unset: 'none',
    description: "PEM file with the certificate of the token's key, followed by its chain.",
  }),
  SEAL_CSC_URL: rules.httpUrl.optional().meta({
    unset: 'none',
    description:
      'Base URL of a remote signing service with the API of the Cloud Signature Consortium (version 2), such as `https://sign.example.com/csc/v2`.',
  }),
  SEAL_CSC_CREDENTIAL: rules.text.optional().meta({
    unset: 'none',
    description: 'Identifier of the credential that seals.',
  }),
  SEAL_CSC_CLIENT_ID: rules.text.prefault('').meta({ description: 'OAuth client of the signing service.' }),
  SEAL_CSC_CLIENT_SECRET: rules.text.prefault('').meta({ secret: true, description: "The client's secret." }),
  SEAL_CSC_PIN: rules.text.prefault('').meta({ secret: true, description: "The credential's PIN." }),
  SEAL_KEY_TYPE: rules.createChoiceRule(['rsa', 'p256']).prefault('rsa').meta({
    description:
      'Kind of key that is generated for the instance CA and its certificates: `rsa` (3072 bits) or `p256` (ECDSA).',
  }),
  SEAL_COUNTRY: rules.country.optional().meta({
    unset: 'none',
    description:
      'Country (ISO 3166-1, two letters such as `DE`) in the instance CA and the certificates that it issues, as EN 319 412 wants it. Certificates that exist stay as they are.',
  }),
  TIMESTAMP_URLS: rules.httpUrls.optional().meta({
    unset: 'no timestamps, so seals stay at level B-B',
    description:
      'Comma-separated URLs of timestamp services (RFC 3161) in the order they are asked. With one, seals reach level B-LTA.',
  }),
  TIMESTAMP_TIMEOUT_MS: rules.createWholeNumberRule(100, 60_000).prefault('5000').meta({
    description: 'Milliseconds after which the next timestamp service is asked.',
  }),
  TIMESTAMP_ROOTS: rules.readableFile.optional().meta({
    unset: 'none, so verification says that nobody decided whether to trust the services',
    description:
      "PEM file with the timestamp services' root certificates. `POST /api/verify` trusts them, and `GET` publishes them.",
  }),
  MAX_DOCUMENT_BYTES: rules.createWholeNumberRule(1024, 1_073_741_824).prefault('52428800').meta({
    description: 'Maximum size of a document in bytes.',
  }),
  MAX_DOCUMENT_PAGES: rules.createWholeNumberRule(1, 100_000).prefault('2000').meta({
    description: 'Maximum number of pages in a document.',
  }),
  MAX_WAITING_DOCUMENTS: rules.createWholeNumberRule(1, 100_000).prefault('50').meta({
    description:
      'How many requests of one organization may wait for each kind of document work (reading, converting, searching) in a process. Others are refused with 429.',
  }),
  DOCX_CONVERTER: rules
    .createChoiceRule(['auto', 'gotenberg', 'soffice', 'wasm', 'off'])
    .prefault('auto')
    .meta({
      description:
        'Converts DOCX to PDF: a Gotenberg service, LibreOffice on this machine, or the bundled WebAssembly build (1.5 GB of memory). `auto` uses Gotenberg if `GOTENBERG_URL` is set, otherwise the bundled build; `off` refuses DOCX.',
    }),
  SOFFICE_SANDBOX: rules.createChoiceRule(['required', 'off']).prefault('required').meta({
    description:
      'Whether LibreOffice on this machine must run in a sandbox, for which `bwrap` (bubblewrap) has to be in `PATH`. `off` gives it access to all files of the service.',
  }),
  GOTENBERG_URL: rules.httpUrl.optional().meta({
    unset: 'none',
    description: 'URL of a Gotenberg service, version 7 or newer.',
  }),
  CONVERSION_WORKERS: rules.createWholeNumberRule(1, 64).optional().meta({
    unset: 'one for each CPU and 4 GB of memory, at most 4',
    description:
      'How many DOCX files a process converts at the same time. With more than one, no organization can use more than half of them.',
  }),
  OCR: rules.createChoiceRule(['on', 'off']).prefault('on').meta({
    description:
      'Whether the text of scanned pages is read, to suggest their fields. A dense page takes about five seconds of a processor. `off` only looks for lines and boxes.',
  }),
  OCR_WORKERS: rules.createWholeNumberRule(1, 64).prefault('1').meta({
    description:
      'How many scanned documents a process reads at the same time, with up to 550 MB of memory each.',
  }),
  RATE_LIMIT_API_KEY: rate.prefault('600').meta({ description: 'Requests per minute for each API key.' }),
  RATE_LIMIT_SIGNER: rate.prefault('120').meta({ description: 'Requests per minute for each signer link.' }),
  RATE_LIMIT_AGENT: rate
    .prefault('300')
    .meta({ description: 'Requests per minute for each connected agent.' }),
  RATE_LIMIT_REGISTRATION: rate.prefault('20').meta({
    description: 'OAuth clients that one address may register per minute; six times as many per hour.',
  }),
  RATE_LIMIT_AUTHORIZATION: rate.prefault('120').meta({
    description: 'Requests per minute from one address to the other endpoints of the authorization server.',
  }),
  RATE_LIMIT_LOGIN: rate.prefault('10').meta({
    description: 'Attempts per minute to sign in or sign up from one address.',
  }),
  RATE_LIMIT_SESSION: rate.prefault('1200').meta({
    description: 'Dashboard requests per minute for each person: pages, calls and live updates.',
  }),
  RATE_LIMIT_VISITOR: rate.prefault('300').meta({
    description: 'Pages per minute for each address without a session.',
  }),
  RATE_LIMIT_PUBLIC: rate.prefault('1200').meta({
    description:
      'Requests per minute from one address for the log, logos and certificates, and as many health checks.',
  }),
  SESSION_DAYS: rules.createWholeNumberRule(1, 365).prefault('30').meta({
    description: 'Days after which a session of the dashboard ends, however it is used.',
  }),
  SESSION_IDLE_DAYS: rules.createWholeNumberRule(1, 365).prefault('7').meta({
    description: 'Days without use after which a session of the dashboard ends.',
  }),
  SIGN_IN_LOG_DAYS: rules.createWholeNumberRule(30, 3650).prefault('365').meta({
    description: 'Days for which sign-ins and changes of accounts stay in the audit log.',
  }),
  QUOTA_EMAILS_PER_DAY: rate.prefault('10000').meta({
    description: 'Emails per day by which an organization may ask for signatures.',
  }),
  QUOTA_RESENDS_PER_DAY: rate.prefault('50').meta({
    description: 'Reminders and new links per day from an organization to one address.',
  }),
  QUOTA_UPLOADS_PER_DAY: rate.prefault('10000').meta({
    description: 'Documents per day that an organization may upload.',
  }),
  QUOTA_STORAGE_MB: rate.prefault('100000').meta({
    description: 'Megabytes of documents, templates and attachments that an organization may keep.',
  }),
  QUOTA_API_KEYS: rate.prefault('200').meta({ description: 'Active API keys of an organization.' }),
  QUOTA_NEW_DAYS: rules.createWholeNumberRule(0, 365).prefault('7').meta({
    description:
      'Days for which organizations are new and have lower quotas: 500 emails, 20 repeats to one address, 1,000 uploads, 5,000 MB and 50 API keys.',
  }),
  RATE_LIMIT_ORGANIZATION: rate.prefault('3000').meta({
    description:
      'Requests per minute of all API keys and agents of an organization together, in one process.',
  }),
  OPERATIONS_PORT: rules.createWholeNumberRule(1, 65_535).optional().meta({
    unset: 'none',
    description:
      'Port for `/livez`, `/readyz` and `/metrics`. Each process on a machine needs one of its own. Keep it away from the public.',
  }),
  OPERATIONS_HOST: rules.text.prefault('127.0.0.1').meta({
    description: 'Address that `OPERATIONS_PORT` listens on.',
  }),
  SHUTDOWN_DELAY_SECONDS: rules.createWholeNumberRule(0, 300).prefault('0').meta({
    description:
      'Seconds for which a process that is asked to stop still accepts requests, while `/readyz` answers 503.',
  }),
  SECURITY_CONTACT: rules.contact.optional().meta({
    unset: 'no such file',
    description:
      'Where people report vulnerabilities of this server, such as `mailto:security@example.com` or a page. `/.well-known/security.txt` says it (RFC 9116).',
  }),
  ACCESS_LOG: rules.createChoiceRule(['off', 'text', 'json']).prefault('off').meta({
    description: 'One line to standard error for each answered request, without queries and secrets.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: rules.httpUrl.optional().meta({
    unset: 'nothing is traced',
    description:
      'An OpenTelemetry collector for traces (OTLP over HTTP), such as `http://localhost:4318`. The other standard `OTEL_` variables work as well.',
  }),
  LOG_LEVEL: rules
    .createChoiceRule(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .prefault('info')
    .meta({
      description: 'Lowest severity that is logged. The log goes to standard error.',
    }),
  WORKER_CONCURRENCY: rules.createWholeNumberRule(1, 100).prefault('10').meta({
    description: 'How many jobs of one kind a process runs at the same time.',
  }),
  SIGNUP: rules.signUpRule.optional().meta({
    unset: '`closed` with `SMTP_URL`, otherwise `open`, in both cases once there is an account',
    description:
      'Who can create organizations on the sign-up page: anyone (`open`), nobody (`closed`), or addresses of domains such as `example.com, example.org`. The first account takes a code, unless this is `open`.',
  }),
});

export type Environment = z.output<typeof environment>;
