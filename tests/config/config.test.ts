import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { readConfig, withPort } from '#server/runtime/config.ts';
import { environment } from '#server/runtime/config/variables.ts';

const KEY = 'k'.repeat(32);
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'countersign-config-'));
});
afterEach(() => {
  rmSync(dataDir, { recursive: true });
});

const read = (env: Record<string, string>) => readConfig({ DATA_DIR: dataDir, SECRET_KEY: KEY, ...env });

describe('defaults', () => {
  test('suit a laptop', () => {
    expect(read({})).toMatchObject({
      dataDir,
      database: { kind: 'embedded', dataDir },
      http: {
        host: '127.0.0.1',
        port: 3000,
        origin: 'http://localhost:3000',
        webOrigin: 'http://localhost:3000',
        mcpUrl: 'http://localhost:3000',
        trustedProxies: [],
      },
      mail: { kind: 'outbox', from: 'Countersign <no-reply@localhost>' },
      sealKey: null,
      sealKeyType: 'rsa',
      sealCountry: null,
      timestamps: { urls: [], timeoutMs: 5000, rootsFile: null },
      limits: {
        documentBytes: 52_428_800,
        documentPages: 2000,
        waitingDocuments: 50,
        apiKeyRate: 600,
        organizationRate: 3000,
        signerRate: 120,
        agentRate: 300,
        registrationRate: 20,
        authorizationRate: 120,
        loginRate: 10,
        sessionRate: 1200,
        visitorRate: 300,
      },
      sessions: { lifeMs: 30 * 24 * 3_600_000, idleMs: 7 * 24 * 3_600_000 },
      quotas: { emails: 10_000, resends: 50, uploads: 10_000, storage: 100_000, apiKeys: 200, newDays: 7 },
      signup: { kind: 'default' },
    });
  });

  test('an empty value counts as unset', () => {
    expect(read({ PORT: '', ORIGIN: '', SMTP_URL: '' })).toEqual(read({}));
  });

  test('documents are kept in the data directory', () => {
    expect(fileURLToPath(read({}).storageUrl)).toBe(join(dataDir, 'blobs'));
  });
});

describe('values', () => {
  test('the origin decides the sender and the origin of the pages', () => {
    const { http, mail } = read({ ORIGIN: 'https://sign.example.com/' });
    expect(http).toMatchObject({ origin: 'https://sign.example.com', webOrigin: 'https://sign.example.com' });
    expect(mail.from).toBe('Countersign <no-reply@sign.example.com>');
  });

  test('another port changes only an origin derived from the port', () => {
    expect(withPort(read({ PORT: '0' }), 4711).http).toMatchObject({
      port: 4711,
      origin: 'http://localhost:4711',
      webOrigin: 'http://localhost:4711',
      mcpUrl: 'http://localhost:4711',
    });
    const configured = withPort(read({ PORT: '0', ORIGIN: 'https://sign.example.com' }), 4711);
    expect(configured.http.origin).toBe('https://sign.example.com');
  });

  test.each(['s3://AK:s%2Fcret@minio.local:9000/papers?region=eu-1&tls=0', 'file:///srv/my%20papers'])(
    'a storage: %s',
    (url) => {
      expect(read({ STORAGE_URL: url }).storageUrl).toBe(url);
    },
  );

  test('trusted proxies', () => {
    expect(read({ TRUSTED_PROXIES: '10.0.0.0/8, ::1' }).http.trustedProxies).toEqual([
      { address: '10.0.0.0', prefix: 8, family: 'ipv4' },
      { address: '::1', prefix: 128, family: 'ipv6' },
    ]);
  });

  test('a seal of the operator', () => {
    const path = join(dataDir, 'seal.p12');
    writeFileSync(path, '');
    expect(read({ SEAL_PKCS12: path, SEAL_PKCS12_PASSWORD: 'pw' }).sealKey).toEqual({
      kind: 'pkcs12',
      path,
      password: 'pw',
    });
  });

  test('an SMS gateway, with headers in lowercase and a body in JSON', () => {
    expect(read({}).sms).toBeNull();
    expect(read({ SMS_URL: 'https://sms.example', SMS_HEADERS: '{"X-Key":"k"}' }).sms).toEqual({
      method: 'POST',
      url: 'https://sms.example',
      headers: { 'content-type': 'application/json', 'x-key': 'k' },
      body: '{"to":"{to}","text":"{text}"}',
    });
    expect(() => read({ SMS_URL: 'https://sms.example', SMS_BODY: '{"to":"{to}"}' })).toThrow(
      'SMS_BODY must contain {text}',
    );
    expect(() => read({ SMS_URL: 'https://sms.example?to={to}', SMS_METHOD: 'GET' })).toThrow(
      'SMS_URL must contain {text}',
    );
    for (const headers of ['Bearer k', '["k"]', '{"x y":"k"}', '{"x":"k\\r\\ny: z"}', '{"x":1}'])
      expect(() => read({ SMS_HEADERS: headers })).toThrow(
        /^SMS_HEADERS must be a JSON object of header names and values$/,
      );
  });

  test('SMTP and an external database', () => {
    const { mail, database } = read({ SMTP_URL: 'smtp://mail:25', DATABASE_URL: 'postgres://u:p@db/x' });
    expect(mail).toMatchObject({ kind: 'smtp', url: 'smtp://mail:25' });
    expect(database).toEqual({ kind: 'url', url: 'postgres://u:p@db/x' });
  });
});

describe('an invalid value stops the start with one line that names it', () => {
  test.each([
    ['PORT', 'abc', 'PORT must be a whole number between 0 and 65,535, got "abc"'],
    ['PORT', '65536', 'PORT must be a whole number between 0 and 65,535, got "65536"'],
    ['PORT', '-1', 'PORT must be a whole number between 0 and 65,535, got "-1"'],
    ['PORT', '80.5', 'PORT must be a whole number between 0 and 65,535, got "80.5"'],
    [
      'DATABASE_URL',
      'mysql://db/x',
      'DATABASE_URL must be a URL that starts with postgres:// or postgresql://',
    ],
    ['DATABASE_URL', 'postgres:', 'DATABASE_URL must be a URL that starts with postgres:// or postgresql://'],
    ['ORIGIN', 'sign.example.com', originLine('ORIGIN', 'sign.example.com')],
    ['ORIGIN', 'https://a.example/path', originLine('ORIGIN', 'https://a.example/path')],
    ['ORIGIN', 'https://me@a.example', originLine('ORIGIN', 'https://me@a.example')],
    ['ORIGIN', 'https://a.example?', originLine('ORIGIN', 'https://a.example?')],
    ['WEB_ORIGIN', 'ftp://a.example', originLine('WEB_ORIGIN', 'ftp://a.example')],
    ['SECRET_KEY', 'too short', 'SECRET_KEY must be at least 32 characters without a comma'],
    ['SECRET_KEY', `${KEY},${KEY}`, 'SECRET_KEY must be at least 32 characters without a comma'],
    [
      'SECRET_KEY_PREVIOUS',
      `${KEY},short`,
      'SECRET_KEY_PREVIOUS must be a comma-separated list of keys of at least 32 characters each',
    ],
    ['SMTP_URL', 'http://mail', 'SMTP_URL must be a URL that starts with smtp:// or smtps://'],
    [
      'SECURITY_CONTACT',
      'mailto:%zz',
      'SECURITY_CONTACT must be an address such as mailto:security@example.com or https://example.com/security, got "mailto:%zz"',
    ],
    [
      'MAIL_FROM',
      'nobody',
      'MAIL_FROM must be an address such as sign@example.com or "Countersign <sign@example.com>", got "nobody"',
    ],
    [
      'TRUSTED_PROXIES',
      '10.0.0.0/33',
      'TRUSTED_PROXIES must be a comma-separated list of addresses and ranges such as 10.0.0.0/8, ::1, got "10.0.0.0/33"',
    ],
    [
      'STORAGE_URL',
      's3://KEY@host/bucket',
      'STORAGE_URL must be file:///directory or s3://[KEY:SECRET@]host[:port]/bucket?region=…&tls=0|1',
    ],
    ['SEAL_PKCS12', '/no/such.p12', 'SEAL_PKCS12 must be the path of a readable file, got "/no/such.p12"'],
    [
      'MAX_DOCUMENT_BYTES',
      '1',
      'MAX_DOCUMENT_BYTES must be a whole number between 1,024 and 1,073,741,824, got "1"',
    ],
    ['MAX_DOCUMENT_PAGES', '0', 'MAX_DOCUMENT_PAGES must be a whole number between 1 and 100,000, got "0"'],
    [
      'RATE_LIMIT_API_KEY',
      '0',
      'RATE_LIMIT_API_KEY must be a whole number between 1 and 1,000,000,000, got "0"',
    ],
    [
      'RATE_LIMIT_SIGNER',
      '1e3',
      'RATE_LIMIT_SIGNER must be a whole number between 1 and 1,000,000,000, got "1e3"',
    ],
    [
      'RATE_LIMIT_LOGIN',
      ' 5',
      'RATE_LIMIT_LOGIN must be a whole number between 1 and 1,000,000,000, got " 5"',
    ],
    [
      'LOG_LEVEL',
      'loud',
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, got "loud"',
    ],
    ['WORKER_CONCURRENCY', '101', 'WORKER_CONCURRENCY must be a whole number between 1 and 100, got "101"'],
    [
      'SIGNUP',
      'maybe',
      'SIGNUP must be open, closed, or domains such as example.com, example.org, got "maybe"',
    ],
    ['SIGNUP', 'acme.com', 'SIGNUP lists domains, so SMTP_URL must be set: addresses are confirmed by email'],
  ])('%s=%s', (name, value, message) => {
    expect(() => read({ [name]: value })).toThrow(expect.objectContaining({ name: 'ConfigError', message }));
  });

  function originLine(name: string, value: string): string {
    return `${name} must be an origin such as https://sign.example.com (http or https, no path), got "${value}"`;
  }

  test('every invalid value is reported on its own line', () => {
    expect(() => read({ PORT: 'abc', SMTP_URL: 'mail', SIGNUP: 'maybe' })).toThrow(
      expect.objectContaining({
        message: [
          'PORT must be a whole number between 0 and 65,535, got "abc"',
          'SMTP_URL must be a URL that starts with smtp:// or smtps://',
          'SIGNUP must be open, closed, or domains such as example.com, example.org, got "maybe"',
        ].join('\n'),
      }),
    );
  });

  test('it leaves no secret key behind', () => {
    expect(() => readConfig({ DATA_DIR: dataDir, SIGNUP: 'maybe' })).toThrow();
    expect(readdirSync(dataDir)).toEqual([]);
  });
});

describe('the secret key of a data directory', () => {
  test('is made once, for its owner alone, and kept', () => {
    const first = readConfig({ DATA_DIR: dataDir }).secretKeys.current;
    expect(first.key).toHaveLength(43);
    expect(readConfig({ DATA_DIR: dataDir }).secretKeys.current).toEqual(first);
    expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual(['secret-key']);
  });

  test('is the same for processes that start together', async () => {
    const script = `import { readConfig } from '#server/runtime/config.ts';
      process.stdout.write(readConfig({ DATA_DIR: ${JSON.stringify(dataDir)} }).secretKeys.current.key);`;
    const keys = await Promise.all(Array.from({ length: 4 }, () => outputOf(script)));
    expect(keys).toEqual(Array(4).fill(readFileSync(join(dataDir, 'secret-key'), 'utf8').trim()));
  });

  test('is refused when damaged, rather than replaced', () => {
    writeFileSync(join(dataDir, 'secret-key'), '');
    expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(
      /secret-key is damaged: restore it from a backup/,
    );
  });

  test('is overridden by SECRET_KEY; previous keys keep their identifiers', () => {
    const old = readConfig({ DATA_DIR: dataDir }).secretKeys.current;
    const { current, previous } = read({ SECRET_KEY_PREVIOUS: `${old.key}, ${'p'.repeat(40)}` }).secretKeys;
    expect(current.key).toBe(KEY);
    expect(previous[0]).toEqual(old);
    expect(previous).toHaveLength(2);
  });
});

type Documented = { readonly description: string; readonly unset?: string; readonly default?: string };

test('LibreOffice on this machine requires a sandbox, unless that is turned off', () => {
  const programs = join(dataDir, 'programs');
  mkdirSync(programs);
  const program = (name: string) => writeFileSync(join(programs, name), '#!/bin/sh\n', { mode: 0o755 });
  const native = { DOCX_CONVERTER: 'soffice', PATH: programs };
  program('soffice');
  expect(() => read(native)).toThrow('requires bwrap in PATH');
  expect(read({ ...native, SOFFICE_SANDBOX: 'off' }).docxDrivers).toMatchObject([{ kind: 'soffice' }]);
  program('bwrap');
  expect(read(native)).toMatchObject({ docxDrivers: [{ kind: 'soffice' }], sofficeSandbox: 'required' });
});

test('docs/configuration.md has exactly the table of the code', () => {
  const documented = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.replaceAll(/ +\|/g, ' |'));
  const { properties = {} } = z.toJSONSchema(environment, { io: 'input' });
  const rows = Object.entries(properties as Record<string, Documented>).map(([name, variable]) => {
    const unset = variable.unset ?? (variable.default === '' ? 'empty' : `\`${variable.default}\``);
    return `| \`${name}\` | ${unset} | ${variable.description.replaceAll('|', '\\|')} |`;
  });
  expect(documented).toEqual(rows);
});

function outputOf(script: string): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: new URL('../..', import.meta.url),
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', () => resolve(output));
  });
}
