import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { EVENT_ACTIONS } from '#domain/event/catalogue.ts';
import { EFFECT_NAMES } from '#domain/effects.ts';
import { MAIL_TEMPLATES } from '#server/mail/templates.ts';
import { agentRouter, dashboardRouter, documentLinkRouter, restRouter } from '#server/procedures/router.ts';
import { SURFACES } from '#server/surface/table.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SRC = join(ROOT, 'src');

type Source = { readonly path: string; readonly text: string; readonly imports: readonly string[] };
const sources: Source[] = files(SRC)
  .filter((path) => /\.(ts|svelte)$/.test(path))
  .map((path) => {
    const text = readFileSync(path, 'utf8');
    return { path: relative(SRC, path), text, imports: importsOf(path, text) };
  });

/** Where each room may look, from the design: the longest prefix that fits a file is its room. */
const DIRECTION: Readonly<Record<string, readonly string[]>> = {
  domain: ['domain'],
  wire: ['wire', 'domain'],
  i18n: ['i18n'],
  ui: ['ui', 'i18n', 'wire', 'domain', 'client'],
  routes: ['routes', 'ui', 'wire', 'domain', 'app.css'],
  'server/db': ['server/db', 'server/crypto', 'server/config', 'server/queue', 'domain'],
  'server/mail': ['server/mail', 'i18n', 'domain'],
  'server/process': ['server/process'],
  'server/conversion': ['server/conversion', 'server/process', 'server/config', 'domain'],
  'server/pdf': ['server/pdf', 'server/process', 'server/crypto', 'domain'],
  'server/storage': ['server/storage', 'server/crypto', 'domain'],
  'server/crypto': ['server/crypto', 'domain'],
  'server/outbound': ['server/outbound', 'domain'],
  'server/live': ['server/live', 'server/db', 'domain'],
  'server/commit': ['server/db', 'server/queue', 'domain'],
  'server/surface': ['server/surface', 'server/db', 'server/crypto', 'server/trpc/rate-limit', 'domain'],
  'server/trpc': [
    'server/trpc',
    'server/commit',
    'server/context',
    'server/crypto',
    'server/db',
    'server/procedures',
    'wire',
    'domain',
  ],
  'server/oauth': ['server/oauth', 'server/crypto', 'server/db', 'server/outbound', 'domain'],
  'server/document': ['server/document', 'server/conversion', 'server/crypto', 'server/storage', 'domain'],
  'server/sealing': ['server/sealing', 'server/crypto', 'server/db', 'server/pdf', 'domain'],
  'server/from-template': ['server/commit', 'server/db', 'server/queue', 'wire', 'domain'],
  'server/procedures': [
    'server/procedures',
    'server/branding',
    'server/from-template',
    'server/trpc',
    'server/commit',
    'server/context',
    'server/crypto',
    'server/db',
    'server/document',
    'server/link',
    'server/outbound',
    'server/pdf',
    'server/storage',
    'wire',
    'domain',
  ],
  'server/jobs': [
    'server/jobs',
    'server/branding',
    'server/oauth',
    'server/from-template',
    'server/commit',
    'server/context',
    'server/crypto',
    'server/db',
    'server/document',
    'server/link',
    'server/mail',
    'server/outbound',
    'server/pdf',
    'server/sealing',
    'server/storage',
    'wire',
    'domain',
  ],
  'server/mcp': ['server/mcp', 'server/procedures/router', 'server/trpc', 'server/crypto', 'wire', 'domain'],
  'server/http': [
    'server/http',
    'server/branding',
    'server/mcp',
    'server/pdf/thread-lane',
    'server/config',
    'server/crypto',
    'server/db/unreachable',
    'server/oauth',
    'server/procedures',
    'server/storage/keys',
    'server/surface',
    'server/trpc',
    'wire',
    'domain',
  ],
};

describe('the house', () => {
  it.each(Object.entries(DIRECTION))('%s looks only where it may', (room, allowed) => {
    const wrong = sources
      .filter(({ path }) => path.startsWith(`${room}/`) || path === `${room}.ts`)
      .flatMap(({ path, text, imports }) =>
        imports
          .filter((target) => !isTypeOnly(text, target) || room === 'domain')
          .map(withinSource(path))
          .filter((target): target is string => target !== null)
          .filter(
            (target) =>
              !allowed.some(
                (prefix) =>
                  target === prefix || target.startsWith(`${prefix}/`) || target.startsWith(`${prefix}.`),
              ),
          )
          .map((target) => `${path} → ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it('imports packages only where they belong', () => {
    const homes: Readonly<Record<string, RegExp>> = {
      'drizzle-orm': /^server\/(db\/|queue\.ts|http\/health\.ts)/,
      'oidc-provider': /^server\/oauth\//,
      'pg-boss': /^server\/(queue\.ts|jobs\/worker\.ts)/,
      '@modelcontextprotocol/server': /^server\/mcp\//,
      lucia: /^server\/(surface\/session\.ts|db\/sessions\.ts)/,
      'pdf-lib': /^(server\/pdf|ui\/pdf)\//,
      'pdfjs-dist': /^(server\/pdf|ui\/pdf)\//,
      '@embedpdf/pdfium': /^server\/pdf\//,
      '@libpdf/core': /^server\/(pdf\/|crypto\/seal-key\.ts)/,
      standardwebhooks: /^server\/crypto\//,
      'ipaddr.js': /^server\/outbound\//,
      '@matbee/libreoffice-converter': /^server\/conversion\/wasm-process\.ts/,
      saxes: /^server\/document\/package-xml\.ts/,
      nodemailer: /^server\/mail\//,
      'postal-mime': /^server\/mail\//,
      postgres: /^server\/db\//,
    };
    const wrong = sources.flatMap(({ path, imports }) =>
      imports
        .map((target) =>
          target
            .split('/')
            .slice(0, target.startsWith('@') ? 2 : 1)
            .join('/'),
        )
        .filter((name) => homes[name] !== undefined && !homes[name].test(path))
        .map((name) => `${path} → ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('reaches nothing that exists for tests', () => {
    const reaching = sources.filter(({ imports }) => imports.some((target) => /(^|\/)tests\//.test(target)));
    expect(reaching.map(({ path }) => path)).toEqual([]);
  });

  it('reads the environment in one place', () => {
    const readers = sources.filter(({ text }) => /process\.env/.test(text)).map(({ path }) => path);
    expect(
      readers.filter(
        (path) => !path.startsWith('cli/') && path !== 'server/config.ts' && !path.startsWith('server/pdf/'),
      ),
    ).toEqual([]);
  });

  it('has no clock, randomness or package in the domain', () => {
    const wrong = sources
      .filter(({ path }) => path.startsWith('domain/'))
      .filter(
        ({ text, imports }) =>
          /Date\.now\(|new Date\(\)|Math\.random|crypto\./.test(text) ||
          imports.some((target) => !target.startsWith('.') && !target.startsWith('#domain/')),
      )
      .map(({ path }) => path);
    expect(wrong).toEqual([]);
  });

  it('mounts every procedure, each with an output schema', () => {
    const declared = sources
      .filter(({ path }) => path.startsWith('server/procedures/'))
      .flatMap(({ path, text }) =>
        [
          ...text.matchAll(
            /export const (\w+) = (?:publicProcedure|memberProcedure|adminProcedure|sessionProcedure|signerProcedure|documentLinkProcedure)\b/g,
          ),
        ].map(([, name]) => ({ path, name: name ?? '' })),
      );
    const router = sources.find(({ path }) => path === 'server/procedures/router.ts')?.text ?? '';
    expect(declared.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(router))).toEqual([]);
    const procedures = {
      ...restRouter._def.procedures,
      ...dashboardRouter._def.procedures,
      ...agentRouter._def.procedures,
      ...documentLinkRouter._def.procedures,
    } as unknown as Record<string, { _def: { output?: unknown } }>;
    expect(
      Object.entries(procedures)
        .filter(([, { _def }]) => _def.output === undefined)
        .map(([name]) => name),
    ).toEqual([]);
    expect(declared.length).toBeGreaterThan(20);
  });

  it('has one surface for each path', () => {
    expect(new Set(SURFACES.map(({ prefix }) => prefix)).size).toBe(SURFACES.length);
    for (const { prefix } of SURFACES) {
      const nested = SURFACES.findIndex(
        (other) => other.prefix === '/' || prefix === other.prefix || prefix.startsWith(`${other.prefix}/`),
      );
      expect(SURFACES[nested]?.prefix, 'a longer prefix stands before the shorter').toBe(prefix);
    }
  });

  it.each([
    ['event action', EVENT_ACTIONS, /^domain\/(?!event\/catalogue)/],
    ['effect', EFFECT_NAMES, /^domain\/(?!effects)/],
    ['error code', Object.keys(ERRORS), /^(domain\/(?!errors)|server\/|wire\/)/],
    ['mail template', Object.keys(MAIL_TEMPLATES), /^server\/jobs\//],
  ] as const)('produces every declared %s', (_kind, names, where) => {
    const text = sources
      .filter(({ path }) => where.test(path))
      .map((source) => source.text)
      .join('\n');
    const absent = names.filter(
      (name) => !text.includes(`'${name}'`) && !new RegExp(`MAIL_TEMPLATES\\.${name}\\b`).test(text),
    );
    expect(absent).toEqual([]);
  });
});

function files(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    return entry.isDirectory() ? files(path) : [path];
  });
}

function importsOf(_path: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, target]) => target ?? '');
}

function isTypeOnly(text: string, target: string): boolean {
  const escaped = target.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return (
    new RegExp(`import type [^;]*from '${escaped}'`).test(text) &&
    !new RegExp(`import (?!type)[^;]*from '${escaped}'`).test(text)
  );
}

/** The path of an import within src; null for a package. */
function withinSource(path: string): (target: string) => string | null {
  return (target) => {
    if (target.startsWith('#')) return target.slice(1);
    if (!target.startsWith('.')) return null;
    return relative(SRC, resolve(SRC, dirname(path), target));
  };
}
