import { describe, expect, it } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { EVENT_ACTIONS } from '#domain/event/catalogue.ts';
import { EFFECT_NAMES } from '#domain/effects.ts';
import { MAIL_TEMPLATES } from '#server/mail/templates.ts';
import { agentRouter, dashboardRouter, documentLinkRouter, restRouter } from '#server/procedures/router.ts';
import { SURFACES, getSurface } from '#server/surface/table.ts';
import {
  cyclesIn,
  producedNames,
  readPackages,
  readSources,
  readTestImports,
} from './support/source-tree.ts';

const sources = readSources();

/**
 * The floors of the house, from the ground up. A file imports from its own room and from the floors below it,
 * type imports included. Its room is the longest prefix of its path.
 */
const FLOORS: readonly (readonly string[])[] = [
  ['domain', 'client', 'verify', 'ui/older-browsers'],
  ['reading', 'i18n'],
  ['wire'],
  // Code for browsers. It can't import the server, which is above it.
  ['ui/kit', 'ui/pdf', 'app.css', 'landing'],
  ['ui/envelopes/dashboard-client', 'ui/fields', 'ui/branding', 'ui/mail', 'ui/verify', 'ui/administration'],
  ['ui/account', 'ui/envelopes', 'ui/signer', 'ui/webhooks'],
  ['ui/agents', 'ui/editor', 'ui/reports'],
  ['ui/composing'],
  ['ui/templates'],
  ['routes'],
  // What opening the program needs.
  ['server/temporary', 'server/tracing', 'server/metrics', 'server/fonts', 'server/crypto'],
  ['server/process', 'server/db/client', 'server/keys', 'server/storage', 'server/outbound', 'server/mail'],
  ['server/runtime', 'server/pdf'],
  ['server/queue', 'server/conversion'],
  ['server/db'],
  ['server/commit', 'server/live', 'server/oauth', 'server/rates', 'server/single-sign-on'],
  // Code that uses the open program.
  ['server/runtime/services'],
  ['server/surface', 'server/document', 'server/log', 'server/organizations'],
  ['server/trpc', 'server/envelopes', 'server/health'],
  ['server/procedures', 'server/sealing'],
  ['server/jobs', 'server/mcp', 'server/scim'],
  ['server/http'],
  ['server/main', '../scripts'],
  ['hooks', 'app', 'cli'],
];

/** Longer paths first, so that a room inside another comes before it. */
const ROOMS = FLOORS.flat().sort((one, other) => other.length - one.length);

/** Imports that point upward, all of them types. */
const UPWARD: readonly string[] = [
  'server/runtime/services.ts → server/document/word/variables/word-filler.ts',
  'server/runtime/services.ts → server/http/node/client-address.ts',
  'server/runtime/services.ts → server/http/node/long-body.ts',
  'server/runtime/services.ts → server/surface/session.ts',
  'ui/envelopes/dashboard-client.ts → server/procedures/router.ts',
];

/** A file of so few lines belongs into the file that uses it, unless a second one or a test uses it, too. */
const SMALL_FILE_LINES = 40;

/** Small files with a single importer that stay files of their own, each with its reason. */
const SMALL_FILES: readonly (readonly [path: RegExp, reason: string])[] = [
  [/-process\.ts$/, 'started by its path as a process of its own'],
  [/^cli\//, 'one command a file'],
  [/^server\/procedures\//, 'one noun a file'],
  [/^server\/http\//, 'one route a file'],
  [/^server\/db\/schema\//, 'a file for each table, which the generator of migrations reads'],
  [/^ui\/pdf\/worker\/prepare-worker/, 'runs before what its importer imports next'],
  [/^ui\/templates\/bulk\/file\/csv-file/, 'loaded only when such a file is chosen'],
];

const ROUTER = 'server/procedures/router.ts';
/** How long a family of procedures may be before it is two. */
const FAMILY_LINES = 300;

/** What packages bundle: pure rules, and what every runtime of the command line has. */
const PACKAGE_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  '@countersign/client': ['src/client/schema.ts'],
  '@countersign/verify': ['src/domain/event/', 'src/domain/log/', 'node:'],
  'n8n-nodes-countersign': ['packages/client/src/', 'src/domain/event/catalogue.ts'],
};

describe('the house', () => {
  it('has a floor for every file, and no room that is gone', () => {
    const paths = sources.flatMap(({ path, inSource }) => [path, ...inSource]);
    expect(paths.filter((path) => roomOf(path) === undefined)).toEqual([]);
    expect(ROOMS.filter((room) => !paths.some((path) => isWithin(room, path)))).toEqual([]);
  });

  it('imports only downward', () => {
    const wrong = listImports()
      .filter(([path, target]) => roomOf(path) !== roomOf(target) && floorOf(path) <= floorOf(target))
      .map(([path, target]) => `${path} → ${target}`);
    expect(wrong.sort()).toEqual(UPWARD);
  });

  it("imports nothing of the browser's into the server", () => {
    const wrong = listImports().filter(
      ([path, target]) => /^(server|cli)\//.test(path) && /^(ui|routes)\//.test(target),
    );
    expect(wrong).toEqual([]);
  });

  it('builds nothing of the server into the pages but the inline scripts', () => {
    const pages = sources.filter(({ path }) => /^(hooks\.server\.ts$|routes\/|ui\/)/.test(path));
    const imported = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/^\s*import (?!type\b)[^;]*? from '([^']*\bserver\/[^']+)'/gm)].map(
        ([, target = '']) => `${path} → ${target}`,
      ),
    );
    // Files beside a module of the server would be looked for beside the built pages.
    expect(imported).toEqual(['hooks.server.ts → ./server/http/pages/inline-scripts.ts']);
    const inline = sources.find(({ path }) => path === 'server/http/pages/inline-scripts.ts');
    expect(inline?.inSource).toEqual([]);
  });

  it('keeps what others install free of the program and of dependencies', () => {
    const found = readPackages();
    expect(found.map(({ name }) => name)).toEqual([
      '@countersign/client',
      '@countersign/embed',
      'n8n-nodes-countersign',
      '@countersign/verify',
    ]);
    for (const { name, imports, dependencies } of found) {
      const allowed = PACKAGE_IMPORTS[name] ?? [];
      const wrong = imports.filter((target) => !allowed.some((prefix) => target.startsWith(prefix)));
      expect({ name, wrong, dependencies }).toEqual({ name, wrong: [], dependencies: {} });
    }
  });

  it('has no import cycle', () => {
    const cycles = cyclesIn(new Map(sources.map(({ path, inSource }) => [path, inSource])));
    expect(cycles).toEqual([]);
  });

  it('notices a cycle', () => {
    const edges = { a: ['b'], b: ['c'], c: ['b', 'd'], d: ['d'], e: ['a'] };
    expect(cyclesIn(new Map(Object.entries(edges)))).toEqual([['d'], ['b', 'c']]);
  });

  it('has no small file that belongs into its only importer', () => {
    const importers = Map.groupBy([...listImports(), ...readTestImports()], ([, target]) => target);
    const small = sources.filter(
      ({ path, text }) =>
        path.endsWith('.ts') &&
        !path.startsWith('client/') &&
        text.split('\n').length - 1 <= SMALL_FILE_LINES &&
        !SMALL_FILES.some(([exempt]) => exempt.test(path)),
    );
    // A component keeps its logic in a file of its own. An importer in another room can't take the file in.
    const alone = small.filter(({ path }) => {
      const [first, ...others] = new Set(importers.get(path)?.map(([importer]) => importer));
      return first?.endsWith('.ts') === true && others.length === 0 && roomOf(first) === roomOf(path);
    });
    expect(alone.map(({ path }) => path)).toEqual([]);
  });

  it('has no folder with a single file', () => {
    const entries = new Map<string, Set<string>>();
    for (const { path } of sources.filter((source) => !source.path.startsWith('routes/'))) {
      const names = path.split('/');
      names.forEach((name, depth) => {
        const folder = names.slice(0, depth).join('/');
        entries.set(folder, (entries.get(folder) ?? new Set()).add(name));
      });
    }
    expect([...entries].filter(([, names]) => names.size === 1).map(([folder]) => folder)).toEqual([]);
  });

  it('imports packages only where they belong', () => {
    const homes: Readonly<Record<string, RegExp>> = {
      'drizzle-orm': /^server\/(db\/|queue\.ts|http\/health\.ts)/,
      'oidc-provider': /^server\/oauth\//,
      'pg-boss': /^server\/(queue\.ts|jobs\/worker\.ts)/,
      '@modelcontextprotocol/server': /^server\/mcp\//,
      lucia: /^server\/db\/accounts\/session-store\.ts$/,
      '@lucia-auth/adapter-drizzle': /^server\/db\/accounts\/session-store\.ts$/,
      'pdf-lib': /^(server\/pdf|ui\/pdf)\//,
      'pdfjs-dist': /^ui\/pdf\//,
      '@napi-rs/canvas': /^server\/pdf\/image\//,
      '@embedpdf/pdfium': /^server\/pdf\//,
      '@libpdf/core': /^server\/(pdf\/|crypto\/keys\/seal-key\.ts)/,
      standardwebhooks: /^server\/crypto\//,
      'ipaddr.js': /^server\/outbound\//,
      'openid-client': /^server\/outbound\/identity-provider\.ts$/,
      '@matbee/libreoffice-converter': /^server\/conversion\/engine\.ts/,
      re2js: /^wire\/pattern\.ts$/,
      '@node-saml/node-saml': /^server\/single-sign-on\/saml\.ts$/,
      saxes:
        /^(server\/document\/word\/package-xml|server\/single-sign-on\/xml-elements|ui\/templates\/bulk\/file\/xlsx)\.ts/,
      '@opentelemetry/api': /^server\/tracing\//,
      'prom-client': /^server\/metrics\//,
      nodemailer: /^server\/mail\//,
      'postal-mime': /^server\/mail\//,
      postgres: /^server\/db\//,
    };
    const wrong = sources.flatMap(({ path, packages }) =>
      packages
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
    const reaching = sources.filter(({ inSource }) =>
      inSource.some((target) => /(^|\/)tests\//.test(target)),
    );
    expect(reaching.map(({ path }) => path)).toEqual([]);
  });

  it('reads the environment in one place', () => {
    const readers = sources.filter(({ text }) => /process\.env/.test(text)).map(({ path }) => path);
    expect(
      readers.filter(
        (path) =>
          !path.startsWith('cli/') &&
          path !== 'server/runtime/config.ts' &&
          // The samples that it writes read the reader's key.
          path !== 'server/http/openapi/samples.ts' &&
          !path.startsWith('server/pdf/'),
      ),
    ).toEqual([]);
  });

  it('has no clock, randomness or package beside tables in domain and reading', () => {
    const TABLES = ['unhomoglyph'];
    const wrong = sources
      .filter(({ path }) => /^(domain|reading)\//.test(path))
      .filter(
        ({ text, packages }) =>
          /Date\.now\(|new Date\(\)|Math\.random|crypto\./.test(text) ||
          packages.some((name) => !TABLES.includes(name)),
      )
      .map(({ path }) => path);
    expect(wrong).toEqual([]);
  });

  it('has one file for each noun of the procedures, or one for each family of its verbs', () => {
    const files = sources.filter(({ path }) => path.startsWith('server/procedures/') && path !== ROUTER);
    const long = files.filter(({ text }) => text.split('\n').length > FAMILY_LINES + 1);
    expect(long.map(({ path }) => path)).toEqual([]);
    const nouns = Map.groupBy(files, ({ path }) => path.split('/').slice(2, -1).join('/'));
    const lonely = [...nouns].filter(([noun, { length }]) => noun.includes('/') || length === 1);
    expect(lonely.map(([noun]) => noun)).toEqual([]);
  });

  it('mounts every procedure, each with an output schema', () => {
    const declared = sources
      .filter(({ path }) => path.startsWith('server/procedures/'))
      .flatMap(({ path, text }) =>
        [
          ...text.matchAll(
            /export const (\w+) = (?:visitorProcedure|attemptProcedure|memberProcedure|adminProcedure|sessionProcedure|signerProcedure|editorProcedure|documentLinkProcedure|createEnvelopeCommand)\b/g,
          ),
        ].map(([, name]) => ({ path, name: name ?? '' })),
      );
    const router = sources.find(({ path }) => path === ROUTER)?.text ?? '';
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
    for (const { prefix } of SURFACES)
      expect(getSurface(prefix.replaceAll('*', 'anything')).prefix).toBe(prefix);
  });

  /** Every name in a table, and where the program uses it. */
  const PRODUCED = [
    ['event action', EVENT_ACTIONS, /^domain\//, { properties: ['action'] }],
    ['effect', EFFECT_NAMES, /^domain\//, { properties: ['name'], calls: ['toConcerned'] }],
    [
      'error code',
      Object.keys(ERRORS),
      /^(domain|server|wire)\//,
      { calls: ['refuse', 'createRefusal', 'Refusal'] },
    ],
    [
      'mail template',
      Object.keys(MAIL_TEMPLATES),
      /^server\/jobs\//,
      { properties: ['template'], tables: ['MAIL_TEMPLATES'] },
    ],
  ] as const;

  it.each(PRODUCED)('produces every declared %s', (_kind, names, where, naming) => {
    const produced = producedNames(
      sources.filter(({ path }) => where.test(path)),
      naming,
    );
    expect(names.filter((name) => !produced.has(name))).toEqual([]);
  });

  it.each([
    ["const facts = { action: 'made.up' };", ['made.up']],
    ["refuse('made_up'); new Refusal(late ? 'late' : 'early');", ['early', 'late', 'made_up']],
    ["MAIL_TEMPLATES.first(); MAIL_TEMPLATES['second']();", ['first', 'second']],
    ["type Facts = { action: 'made.up' }; if (status === 'expired') log('expired');", []],
    ["const TABLE = { 'made.up': { label: 'made.up' } };", []],
  ])('takes for produced only what is: %s', (text, names) => {
    const source = { path: 'made-up.ts', text, packages: [], inSource: [] };
    const naming = { properties: ['action'], calls: ['refuse', 'Refusal'], tables: ['MAIL_TEMPLATES'] };
    expect([...producedNames([source], naming)].sort()).toEqual(names);
  });
});

function listImports(): (readonly [path: string, target: string])[] {
  return sources.flatMap(({ path, inSource }) => inSource.map((target) => [path, target] as const));
}

function floorOf(path: string): number {
  return FLOORS.findIndex((rooms) => rooms.includes(roomOf(path) ?? ''));
}

function roomOf(path: string): string | undefined {
  return ROOMS.find((room) => isWithin(room, path));
}

function isWithin(room: string, path: string): boolean {
  return path === room || path.startsWith(`${room}/`) || path.startsWith(`${room}.`);
}
