import { createHash } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';

import type { StorageSetting, NetworkRange } from './config/rules.ts';
import { docxDrivers, type DocxDriver } from './config/docx-drivers.ts';
import { type VariableName, variables } from './config/variables.ts';
import type { DatabaseAddress } from '#server/db/client/address.ts';
import { loadSecretKey } from './secret-key.ts';

/** A secret and the short public name that tokens and ciphertexts carry to say which key made them. */
export interface SecretKey {
  readonly id: string;
  readonly key: string;
}

/** Everything that the operator decides, with a database that is ready to be connected to. */
export interface Config {
  readonly dataDir: string;
  readonly database: DatabaseAddress;
  readonly http: {
    readonly host: string;
    readonly port: number;
    readonly origin: string;
    readonly webOrigin: string;
    /** Where agents reach the MCP endpoint. */
    readonly mcpUrl: string;
    readonly trustedProxies: readonly NetworkRange[];
  };
  readonly secretKeys: { readonly current: SecretKey; readonly previous: readonly SecretKey[] };
  readonly mail:
    | { readonly kind: 'smtp'; readonly url: string; readonly from: string }
    | { readonly kind: 'outbox'; readonly from: string };
  /** What requests to URLs that others chose may reach beside the public internet. */
  readonly outbound: { readonly networks: readonly NetworkRange[]; readonly loopback: boolean };
  readonly storage: StorageSetting;
  /** What turns DOCX into PDF, in the order in which it is tried. */
  readonly docxDrivers: readonly DocxDriver[];
  readonly sealPkcs12: { readonly path: string; readonly password: string } | null;
  readonly limits: {
    readonly documentBytes: number;
    readonly documentPages: number;
    /** Requests a minute. */
    readonly apiKeyRate: number;
    readonly signerRate: number;
    readonly agentRate: number;
    readonly registrationRate: number;
    readonly authorizationRate: number;
    readonly loginRate: number;
    readonly sessionRate: number;
    readonly visitorRate: number;
  };
  readonly logLevel: Value<'LOG_LEVEL'>;
  readonly signup: Value<'SIGNUP'>;
  readonly workerConcurrency: number;
}

/** The configuration as it is read: the embedded server, when it is used, has yet to be started. */
export interface Settings extends Omit<Config, 'database'> {
  readonly database:
    { readonly kind: 'embedded'; readonly dataDir: string } | { readonly kind: 'url'; readonly url: string };
}

/** A variable with a value that cannot be used; the message is one line for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Value<Name extends VariableName> = Exclude<
  ReturnType<(typeof variables)[Name]['rule']['parse']>,
  undefined
>;
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration from environment variables and makes the secret key of DATA_DIR when SECRET_KEY is unset.
 * Throws ConfigError at the first value that cannot be used; an empty value counts as unset.
 */
export function readConfig(env: Environment = process.env): Settings {
  const dataDir = resolve(required(env, 'DATA_DIR'));
  const port = required(env, 'PORT');
  const origin = optional(env, 'ORIGIN') ?? localOrigin(port);
  const databaseUrl = optional(env, 'DATABASE_URL');
  return {
    dataDir,
    database: databaseUrl === undefined ? { kind: 'embedded', dataDir } : { kind: 'url', url: databaseUrl },
    http: {
      host: required(env, 'HOST'),
      port,
      origin,
      webOrigin: optional(env, 'WEB_ORIGIN') ?? origin,
      mcpUrl: optional(env, 'MCP_URL') ?? origin,
      trustedProxies: optional(env, 'TRUSTED_PROXIES') ?? [],
    },
    mail: mail(env, origin),
    outbound: { networks: optional(env, 'OUTBOUND_NETWORKS') ?? [], loopback: isLocal(origin) },
    storage: optional(env, 'STORAGE_URL') ?? { kind: 'disk', directory: resolve(dataDir, 'blobs') },
    docxDrivers: docx(env),
    sealPkcs12: sealPkcs12(env),
    limits: {
      documentBytes: required(env, 'MAX_DOCUMENT_BYTES'),
      documentPages: required(env, 'MAX_DOCUMENT_PAGES'),
      apiKeyRate: required(env, 'RATE_LIMIT_API_KEY'),
      signerRate: required(env, 'RATE_LIMIT_SIGNER'),
      agentRate: required(env, 'RATE_LIMIT_AGENT'),
      registrationRate: required(env, 'RATE_LIMIT_REGISTRATION'),
      authorizationRate: required(env, 'RATE_LIMIT_AUTHORIZATION'),
      loginRate: required(env, 'RATE_LIMIT_LOGIN'),
      sessionRate: required(env, 'RATE_LIMIT_SESSION'),
      visitorRate: required(env, 'RATE_LIMIT_VISITOR'),
    },
    logLevel: required(env, 'LOG_LEVEL'),
    signup: required(env, 'SIGNUP'),
    workerConcurrency: required(env, 'WORKER_CONCURRENCY'),
    // Last, so that a wrong value elsewhere leaves no key behind.
    secretKeys: secretKeys(env, dataDir),
  };
}

/** Whether an npm script started this process. */
export function isStartedByNpm(env: Environment = process.env): boolean {
  return env['npm_lifecycle_event'] !== undefined;
}

/** The same settings on another port; an origin that was derived from the port follows it. */
export function withPort(settings: Settings, port: number): Settings {
  const derived = localOrigin(settings.http.port);
  const follow = (origin: string) => (origin === derived ? localOrigin(port) : origin);
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

function localOrigin(port: number): string {
  return `http://localhost:${port}`;
}

/** Whether the service is only reached from the machine that it runs on. */
function isLocal(origin: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname);
}

function mail(env: Environment, origin: string): Config['mail'] {
  const from = optional(env, 'MAIL_FROM') ?? `Countersign <no-reply@${new URL(origin).hostname}>`;
  const url = optional(env, 'SMTP_URL');
  return url === undefined ? { kind: 'outbox', from } : { kind: 'smtp', url, from };
}

function docx(env: Environment): Config['docxDrivers'] {
  const chosen = required(env, 'DOCX_CONVERTER');
  const drivers = docxDrivers(chosen, optional(env, 'GOTENBERG_URL') ?? null, env['PATH'] ?? '');
  if (drivers.length > 0 || chosen === 'off') return drivers;
  const lack = chosen === 'gotenberg' ? 'needs GOTENBERG_URL' : 'finds no soffice in PATH';
  throw new ConfigError(`DOCX_CONVERTER=${chosen} ${lack}`);
}

function sealPkcs12(env: Environment): Config['sealPkcs12'] {
  const path = optional(env, 'SEAL_PKCS12');
  if (path === undefined) return null;
  try {
    accessSync(path, constants.R_OK);
  } catch {
    throw new ConfigError(`SEAL_PKCS12 must be the path of a file that can be read, got "${path}"`);
  }
  return { path: resolve(path), password: required(env, 'SEAL_PKCS12_PASSWORD') };
}

function secretKeys(env: Environment, dataDir: string): Config['secretKeys'] {
  const previous = optional(env, 'SECRET_KEY_PREVIOUS') ?? [];
  const current = optional(env, 'SECRET_KEY') ?? keyOfDataDir(dataDir);
  return { current: named(current), previous: previous.map(named) };
}

function keyOfDataDir(dataDir: string): string {
  try {
    return loadSecretKey(dataDir);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`SECRET_KEY is unset and none can be kept in DATA_DIR: ${reason}`);
  }
}

/** The name follows from the key, so that rotating means moving a value and nothing else. */
function named(key: string): SecretKey {
  return { id: createHash('sha256').update(`countersign key id\n${key}`).digest('hex').slice(0, 8), key };
}

function required<Name extends VariableName>(env: Environment, name: Name): Value<Name> {
  const value = optional(env, name);
  if (value === undefined) throw new Error(`${name} has no default`);
  return value;
}

function optional<Name extends VariableName>(env: Environment, name: Name): Value<Name> | undefined {
  const { rule, fallback, ...rest } = variables[name];
  const text = env[name] || fallback;
  if (text === null) return undefined;
  const value = rule.parse(text) as Value<Name> | undefined;
  if (value !== undefined) return value;
  const got = 'secret' in rest ? '' : `, got "${text}"`;
  throw new ConfigError(`${name} must be ${rule.expects}${got}`);
}

/** Tells the built pages, which read the environment themselves, the one configured origin and size of uploads. */
export function configurePages(config: Pick<Config, 'http' | 'limits'>): void {
  process.env['ORIGIN'] = config.http.origin;
  process.env['BODY_SIZE_LIMIT'] = String(config.limits.documentBytes);
}
