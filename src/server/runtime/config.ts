import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SignUpRule } from '#domain/account/sign-up-rule.ts';
import type { QuotaSettings } from '#domain/organization/sending/quotas.ts';
import type { KeySettings } from '#server/keys/key-store.ts';
import type { DatabaseAddress } from '#server/db/client/address.ts';
import { countConversionWorkers } from './config/conversion-workers.ts';
import { type DocxDriver, isProgramOnPath, listDocxDrivers } from './config/docx-drivers.ts';
import { findMisspelledSettings } from './config/misspelled.ts';
import type { NetworkRange } from './config/rules.ts';
import type { Witness } from './config/witnesses.ts';
import { environment, type Environment } from './config/variables.ts';
import { ensureSecret } from '#server/crypto/tokens/kept-secret.ts';
import { DAY_MS } from '#domain/time.ts';

/** Reports environment variables with invalid values. The message has a line for each. */
class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** A secret and its public identifier, which tokens and ciphertexts include. */
export interface SecretKey {
  readonly id: string;
  readonly key: string;
}

/** The operator's settings, with a database that accepts connections. */
export interface Config {
  readonly dataDir: string;
  readonly database: DatabaseAddress;
  /** How many transactions run at the same time, each on a connection of its own. */
  readonly databaseConnections: number;
  /** A replica of the database that lists are read from; null for none. */
  readonly replica: DatabaseAddress | null;
  readonly http: {
    readonly host: string;
    readonly port: number;
    readonly origin: string;
    readonly webOrigin: string;
    /** The domain that signers' passkeys are for, if it isn't the host of the signing pages. */
    readonly passkeyRpId: string | null;
    /** The URL at which agents reach the MCP endpoint. */
    readonly mcpUrl: string;
    readonly trustedProxies: readonly NetworkRange[];
    /** The limits on open connections, for this process and for a single address. */
    readonly connections: { readonly total: number; readonly perAddress: number };
  };
  readonly secretKeys: { readonly current: SecretKey; readonly previous: readonly SecretKey[] };
  readonly mail:
    | { readonly kind: 'smtp'; readonly url: string; readonly from: string }
    | { readonly kind: 'outbox'; readonly from: string };
  /** The gateway that text messages are sent with; null for none. */
  readonly sms: {
    readonly method: Environment['SMS_METHOD'];
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  } | null;
  /** Private networks that URLs supplied by users may reach. */
  readonly outbound: { readonly networks: readonly NetworkRange[] };
  /** The DNS servers to ask about email domains; null to use the machine's own. */
  readonly dnsServers: readonly string[] | null;
  /** The time server that the clock is compared with, in addition to the database; null for none. */
  readonly ntpServer: { readonly host: string; readonly port: number } | null;
  readonly storageUrl: string;
  /** Whether new documents are encrypted. */
  readonly encryptsStorage: boolean;
  /** DOCX converters, in the order in which they are tried. */
  readonly docxDrivers: readonly DocxDriver[];
  readonly conversionWorkers: number;
  /** How many scanned documents are read at the same time; 0 if the text of scans isn't read. */
  readonly ocrWorkers: number;
  /** Whether the LibreOffice on this machine must run in a sandbox. */
  readonly sofficeSandbox: Environment['SOFFICE_SANDBOX'];
  /** The transparency log. */
  readonly log: {
    /** The name at the start of the log. */
    readonly origin: string;
    readonly isPublic: boolean;
    readonly witnesses: readonly Witness[];
    /** The number of witnesses that have to sign a state. */
    readonly quorum: number;
  };
  /** The key that seals everything; null to generate a key for each organization. */
  readonly sealKey: KeySettings | null;
  /** The kind of key to generate for seals. */
  readonly sealKeyType: Environment['SEAL_KEY_TYPE'];
  /** The country in generated certificates (ISO 3166-1); null to name none. */
  readonly sealCountry: string | null;
  /** Timestamp services, in the order in which they are asked. */
  readonly timestamps: {
    readonly urls: readonly string[];
    readonly timeoutMs: number;
    /** A PEM file with the root certificates of the services that verification trusts. */
    readonly rootsFile: string | null;
  };
  /** How much organizations may use. */
  readonly quotas: QuotaSettings;
  readonly limits: {
    readonly documentBytes: number;
    readonly documentPages: number;
    readonly waitingDocuments: number;
    /** Requests per minute. */
    readonly apiKeyRate: number;
    readonly organizationRate: number;
    readonly signerRate: number;
    readonly agentRate: number;
    readonly registrationRate: number;
    readonly authorizationRate: number;
    readonly loginRate: number;
    readonly sessionRate: number;
    readonly visitorRate: number;
    readonly publicRate: number;
  };
  /** How long dashboard sessions last: after signing in, and without use. */
  readonly sessions: { readonly lifeMs: number; readonly idleMs: number };
  /** How long sign-ins and changes of accounts are kept in the audit log. */
  readonly signInLogMs: number;
  /** The address where operators' tools can ask about this process; null for none. */
  readonly operations: { readonly host: string; readonly port: number } | null;
  /** How long a process that is stopping still accepts requests. */
  readonly shutdownDelayMs: number;
  /** Where people report vulnerabilities; null if it isn't said. */
  readonly securityContact: string | null;
  readonly accessLog: Environment['ACCESS_LOG'];
  /** Where traces are sent; null for nowhere. */
  readonly traceEndpoint: string | null;
  readonly logLevel: Environment['LOG_LEVEL'];
  readonly signup: SignUpRule;
  readonly workerConcurrency: number;
}

/** The settings as read from the environment, before an embedded server has been started. */
export interface Settings extends Omit<Config, 'database'> {
  readonly database:
    | { readonly kind: 'embedded'; readonly dataDir: string }
    | Extract<DatabaseAddress, { readonly kind: 'url' }>;
}

/**
 * What a process needs besides those for transactions: one for statements by themselves, two for the queue, one that
 * listens, and one that shows that the process lives.
 */
const STANDING_CONNECTIONS = 5;

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration from environment variables. An empty value counts as unset. Creates the secret key
 * of DATA_DIR if SECRET_KEY is unset. Throws ConfigError with every invalid value.
 */
export function readConfig(variables: Variables = process.env): Settings {
  const env = parseEnvironment(variables);
  const dataDir = resolve(env.DATA_DIR);
  const origin = env.ORIGIN ?? getLocalOrigin(env.PORT);
  return {
    dataDir,
    database:
      env.DATABASE_URL === undefined
        ? { kind: 'embedded', dataDir }
        : {
            ...{ kind: 'url', url: env.DATABASE_URL },
            ...(env.DATABASE_MIGRATION_URL !== undefined && { direct: env.DATABASE_MIGRATION_URL }),
          },
    databaseConnections: env.DATABASE_CONNECTIONS - STANDING_CONNECTIONS,
    replica: env.DATABASE_REPLICA_URL === undefined ? null : { kind: 'url', url: env.DATABASE_REPLICA_URL },
    http: {
      host: env.HOST,
      port: env.PORT,
      origin,
      webOrigin: env.WEB_ORIGIN ?? origin,
      passkeyRpId: env.PASSKEY_RP_ID ?? null,
      mcpUrl: env.MCP_URL ?? origin,
      trustedProxies: env.TRUSTED_PROXIES ?? [],
      connections: {
        total: Math.min(env.CONNECTIONS_MAX, Math.floor(openFilesMax() * 0.75)),
        perAddress: env.CONNECTIONS_PER_ADDRESS,
      },
    },
    mail: readMail(env, origin),
    sms: readSms(env),
    outbound: { networks: env.OUTBOUND_NETWORKS ?? [] },
    dnsServers: env.DNS_SERVERS ?? null,
    ntpServer: env.NTP_SERVER ?? null,
    encryptsStorage: env.STORAGE_ENCRYPTION === 'true',
    storageUrl: env.STORAGE_URL ?? pathToFileURL(resolve(dataDir, 'blobs')).href,
    docxDrivers: readDocxDrivers(env, variables['PATH'] ?? ''),
    conversionWorkers: env.CONVERSION_WORKERS ?? countConversionWorkers(),
    ocrWorkers: env.OCR === 'off' ? 0 : env.OCR_WORKERS,
    sofficeSandbox: env.SOFFICE_SANDBOX,
    log: log(env, origin),
    sealKey: readSealKeySettings(env),
    sealKeyType: env.SEAL_KEY_TYPE,
    sealCountry: env.SEAL_COUNTRY ?? null,
    timestamps: {
      urls: env.TIMESTAMP_URLS ?? [],
      timeoutMs: env.TIMESTAMP_TIMEOUT_MS,
      rootsFile: env.TIMESTAMP_ROOTS ?? null,
    },
    quotas: {
      emails: env.QUOTA_EMAILS_PER_DAY,
      resends: env.QUOTA_RESENDS_PER_DAY,
      uploads: env.QUOTA_UPLOADS_PER_DAY,
      storage: env.QUOTA_STORAGE_MB,
      apiKeys: env.QUOTA_API_KEYS,
      newDays: env.QUOTA_NEW_DAYS,
    },
    limits: {
      documentBytes: env.MAX_DOCUMENT_BYTES,
      documentPages: env.MAX_DOCUMENT_PAGES,
      waitingDocuments: env.MAX_WAITING_DOCUMENTS,
      apiKeyRate: env.RATE_LIMIT_API_KEY,
      organizationRate: env.RATE_LIMIT_ORGANIZATION,
      signerRate: env.RATE_LIMIT_SIGNER,
      agentRate: env.RATE_LIMIT_AGENT,
      registrationRate: env.RATE_LIMIT_REGISTRATION,
      authorizationRate: env.RATE_LIMIT_AUTHORIZATION,
      loginRate: env.RATE_LIMIT_LOGIN,
      sessionRate: env.RATE_LIMIT_SESSION,
      visitorRate: env.RATE_LIMIT_VISITOR,
      publicRate: env.RATE_LIMIT_PUBLIC,
    },
    sessions: { lifeMs: env.SESSION_DAYS * DAY_MS, idleMs: env.SESSION_IDLE_DAYS * DAY_MS },
    signInLogMs: env.SIGN_IN_LOG_DAYS * DAY_MS,
    operations:
      env.OPERATIONS_PORT === undefined ? null : { host: env.OPERATIONS_HOST, port: env.OPERATIONS_PORT },
    shutdownDelayMs: env.SHUTDOWN_DELAY_SECONDS * 1000,
    securityContact: env.SECURITY_CONTACT ?? null,
    accessLog: env.ACCESS_LOG,
    traceEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    logLevel: env.LOG_LEVEL,
    signup: readSignUpRule(env),
    workerConcurrency: env.WORKER_CONCURRENCY,
    // Read last, so that an invalid value elsewhere doesn't leave a new key behind.
    secretKeys: readSecretKeys(env, dataDir),
  };
}

/** Lists variables that look like misspelled settings. */
export function listMisspelledSettings(variables: Variables = process.env) {
  return findMisspelledSettings(variables, Object.keys(environment.shape)).map(
    ({ name, meant }) => `${name} is no setting: did you mean ${meant}?`,
  );
}

/** Returns how many files this process may open. Connections count as files. */
function openFilesMax(): number {
  const report = process.report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft?: number | string } };
  };
  const limit = Number(report.userLimits?.open_files?.soft);
  return Number.isFinite(limit) ? limit : Number.MAX_SAFE_INTEGER;
}

/** Checks whether an npm script started this process. */
export function isStartedByNpm(variables: Variables = process.env): boolean {
  return variables['npm_lifecycle_event'] !== undefined;
}

/** Changes the port and the origins that were derived from it. */
export function withPort(settings: Settings, port: number): Settings {
  const derived = getLocalOrigin(settings.http.port);
  const follow = (origin: string) => (origin === derived ? getLocalOrigin(port) : origin);
  const { origin, webOrigin, mcpUrl } = settings.http;
  return {
    ...settings,
    http: {
      ...settings.http,
      port,
      origin: follow(origin),
      webOrigin: follow(webOrigin),
      mcpUrl: follow(mcpUrl),
    },
  };
}

function getLocalOrigin(port: number): string {
  return `http://localhost:${port}`;
}

function parseEnvironment(variables: Variables): Environment {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const result = environment.safeParse(set);
  if (result.success) return result.data;
  throw new ConfigError(
    result.error.issues
      .map(({ path, message }) => `${path.join('.')} ${message}${formatValue(path[0], set)}`)
      .join('\n'),
  );
}

function formatValue(name: PropertyKey | undefined, variables: Variables): string {
  const schema = environment.shape[name as keyof Environment];
  return schema.meta()?.['secret'] === true ? '' : `, got "${variables[String(name)]}"`;
}

function readMail(env: Environment, origin: string): Config['mail'] {
  const from = env.MAIL_FROM ?? `Countersign <no-reply@${new URL(origin).hostname}>`;
  return env.SMTP_URL === undefined ? { kind: 'outbox', from } : { kind: 'smtp', url: env.SMTP_URL, from };
}

function log(env: Environment, origin: string): Config['log'] {
  const witnesses = env.LOG_WITNESSES ?? [];
  if (env.LOG_WITNESS_QUORUM > witnesses.length)
    throw new ConfigError(
      `LOG_WITNESS_QUORUM must be at most ${witnesses.length}, the number of LOG_WITNESSES`,
    );
  return {
    origin: env.LOG_ORIGIN ?? `${new URL(origin).host}/log`,
    isPublic: env.LOG_PUBLIC === 'true',
    witnesses,
    quorum: env.LOG_WITNESS_QUORUM,
  };
}

/** Without email, nobody can show that an address is theirs. */
function readSignUpRule({ SIGNUP: rule, SMTP_URL: mailServer }: Environment): SignUpRule {
  if (rule?.kind === 'domains' && mailServer === undefined)
    throw new ConfigError('SIGNUP lists domains, so SMTP_URL must be set: addresses are confirmed by email');
  return rule ?? { kind: 'default' };
}

function readSms({
  SMS_URL: url,
  SMS_METHOD: method,
  SMS_HEADERS: headers,
  SMS_BODY: body,
}: Environment): Config['sms'] {
  if (url === undefined) return null;
  const sent = method === 'GET' ? url : url + body;
  const missing = ['{to}', '{text}'].filter((part) => !sent.includes(part));
  if (missing.length > 0)
    throw new ConfigError(
      `${method === 'GET' ? 'SMS_URL' : 'SMS_BODY'} must contain ${missing.join(' and ')}`,
    );
  return { method, url, headers: { 'content-type': 'application/json', ...headers }, body };
}

function readDocxDrivers(
  { DOCX_CONVERTER: chosen, GOTENBERG_URL: url, SOFFICE_SANDBOX: sandbox }: Environment,
  path: string,
): DocxDriver[] {
  if (chosen === 'soffice' && sandbox === 'required' && !isProgramOnPath(path, 'bwrap'))
    throw new ConfigError(
      'DOCX_CONVERTER=soffice requires bwrap in PATH (Debian package bubblewrap), or SOFFICE_SANDBOX=off, ' +
        'which lets documents that exploit a flaw of LibreOffice read what this service can read',
    );
  const drivers = listDocxDrivers(chosen, url ?? null, path);
  if (drivers.length > 0 || chosen === 'auto' || chosen === 'off') return drivers;
  const missing = {
    gotenberg: 'GOTENBERG_URL',
    soffice: 'soffice in PATH',
    wasm: 'the package @matbee/libreoffice-converter, which a slim installation leaves out',
  };
  throw new ConfigError(`DOCX_CONVERTER=${chosen} requires ${missing[chosen]}`);
}

function readSecretKeys(env: Environment, dataDir: string): Config['secretKeys'] {
  const current = env.SECRET_KEY ?? readDataDirKey(dataDir);
  return { current: toSecretKey(current), previous: (env.SECRET_KEY_PREVIOUS ?? []).map(toSecretKey) };
}

function readDataDirKey(dataDir: string): string {
  try {
    return loadSecretKey(dataDir);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`SECRET_KEY is unset and can't be kept in DATA_DIR: ${reason}`);
  }
}

/** Derives the identifier from the key, so that rotating a key requires no more than moving its value. */
function toSecretKey(key: string): SecretKey {
  return { id: createHash('sha256').update(`countersign key id\n${key}`).digest('hex').slice(0, 8), key };
}

/** Sets the environment variables that SvelteKit's built server reads. */
export function configurePages(config: Pick<Config, 'http' | 'limits'>): void {
  process.env['ORIGIN'] = config.http.origin;
  process.env['BODY_SIZE_LIMIT'] = String(config.limits.documentBytes);
}

/**
 * Returns where the sealing key is; null if keys are generated. Throws ConfigError if the settings are
 * ambiguous or incomplete.
 */
function readSealKeySettings(env: Environment): KeySettings | null {
  const { SEAL_PKCS12: path, SEAL_PKCS11_MODULE: module, SEAL_CSC_URL: url } = env;
  if ([path, module, url].filter((one) => one !== undefined).length > 1)
    throw new ConfigError('only one of SEAL_PKCS12, SEAL_PKCS11_MODULE and SEAL_CSC_URL can be set');
  if (path !== undefined) return { kind: 'pkcs12', path, password: env.SEAL_PKCS12_PASSWORD };
  if (module !== undefined)
    return {
      ...{ kind: 'pkcs11', module, pin: env.SEAL_PKCS11_PIN },
      token: requireVariable(env, 'SEAL_PKCS11_TOKEN', 'SEAL_PKCS11_MODULE'),
      key: requireVariable(env, 'SEAL_PKCS11_KEY', 'SEAL_PKCS11_MODULE'),
      certificates: requireVariable(env, 'SEAL_CERTIFICATES', 'SEAL_PKCS11_MODULE'),
    };
  if (url !== undefined)
    return {
      ...{ kind: 'csc', url, pin: env.SEAL_CSC_PIN },
      ...{ clientId: env.SEAL_CSC_CLIENT_ID, clientSecret: env.SEAL_CSC_CLIENT_SECRET },
      credential: requireVariable(env, 'SEAL_CSC_CREDENTIAL', 'SEAL_CSC_URL'),
    };
  return null;
}

function requireVariable(
  env: Environment,
  name: 'SEAL_PKCS11_TOKEN' | 'SEAL_PKCS11_KEY' | 'SEAL_CERTIFICATES' | 'SEAL_CSC_CREDENTIAL',
  because: string,
): string {
  const value = env[name];
  if (value === undefined) throw new ConfigError(`${because} requires ${name}`);
  return value;
}

/** Returns the secret key from the file `secret-key` in a data directory. Creates the file if needed. */
function loadSecretKey(dataDir: string): string {
  return ensureSecret(join(dataDir, 'secret-key'));
}
