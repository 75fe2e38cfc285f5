import { describe, expect, it } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { EVENT_ACTIONS } from '#domain/event/catalogue.ts';
import { EFFECT_NAMES } from '#domain/effects.ts';
import { MAIL_TEMPLATES } from '#server/mail/templates.ts';
import { agentRouter, dashboardRouter, documentLinkRouter, restRouter } from '#server/procedures/router.ts';
import { SURFACES, getSurface } from '#server/surface/table.ts';
import { cyclesIn, producedNames, readPackages, readSources } from './support/source-tree.ts';

const sources = readSources();

/** What most server rooms may know of the running service: what it consists of, its settings and its log. */
const APP = [
  'server/runtime/services',
  'server/runtime/config',
  'server/runtime/context',
  'server/runtime/log',
  'server/runtime/access-log',
];
/** What every page may use. */
const PAGE = ['domain', 'wire', 'i18n', 'ui/kit'];

/** What each room may import besides itself, type imports included. A file's room is the longest prefix of its path. */
const DIRECTION: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  reading: ['domain'],
  wire: ['domain', 'reading/contract'],
  i18n: ['domain'],
  client: [],

  'ui/kit': ['domain', 'wire', 'i18n'],
  'ui/older-browsers': [],
  'ui/pdf': ['i18n', 'ui/older-browsers'],
  'ui/fields': PAGE,
  'ui/branding': PAGE,
  'ui/mail': PAGE,
  'ui/agents': [...PAGE, 'ui/account'],
  'ui/account': [...PAGE, 'ui/envelopes/dashboard-client'],
  'ui/verify': [...PAGE, 'ui/pdf', 'verify'],
  'ui/webhooks': [...PAGE, 'ui/account', 'ui/envelopes/dashboard-client'],
  'ui/templates': [
    ...PAGE,
    'ui/envelopes/dashboard-client',
    'ui/envelopes/status-words',
    'ui/envelopes/PdfPane',
    'ui/branding',
  ],
  'ui/templates/page': [...PAGE, 'ui/templates', 'ui/envelopes', 'ui/pdf', 'ui/reports/numbers'],
  'ui/signer': [...PAGE, 'client', 'ui/fields', 'ui/pdf', 'ui/branding'],
  'ui/envelopes/dashboard-client': ['wire', 'server/procedures/router', 'i18n', 'ui/kit'],
  'ui/envelopes': [...PAGE, 'ui/envelopes/dashboard-client', 'ui/pdf', 'ui/verify'],
  'ui/reports': [...PAGE, 'ui/envelopes/dashboard-client', 'ui/envelopes/list/remindable'],
  'ui/administration': PAGE,
  'ui/composing': [...PAGE, 'ui/envelopes', 'ui/envelopes/dashboard-client', 'ui/editor'],
  'ui/editor': [
    ...PAGE,
    'client',
    'reading',
    'ui/fields',
    'ui/pdf',
    'ui/signer',
    'ui/envelopes',
    'ui/account/passkey',
  ],
  routes: ['app.css', 'ui', 'wire', 'domain', 'i18n'],
  hooks: ['server/main', 'server/http', 'landing.css?inline', 'ui/older-browsers', 'wire', 'domain', 'i18n'],
  app: ['server/main/app', 'server/procedures/router', 'server/surface'],

  'server/temporary': [],
  'server/tracing': [],
  'server/process': ['server/tracing', 'server/temporary', 'domain'],
  'server/crypto': ['verify', 'domain'],
  'server/fonts': [],
  'server/keys': ['server/crypto'],
  'server/metrics': [],
  'server/outbound': ['server/crypto', 'server/tracing', 'domain'],
  'server/runtime/config': [
    'server/runtime/secret-key',
    'server/db/client/address',
    'server/keys',
    'server/storage',
    'domain',
  ],
  'server/runtime/log': ['server/runtime/config'],
  'server/runtime/access-log': ['server/runtime/config'],
  'server/runtime/context': ['server/crypto', 'wire/pattern', 'domain'],
  'server/runtime/services': [
    ...APP,
    'server/conversion',
    'server/crypto',
    'server/db',
    'server/document/word/variables',
    'server/http/node',
    'server/keys',
    'server/live',
    'server/mail',
    'server/metrics',
    'server/oauth',
    'server/outbound',
    'server/queue',
    'server/pdf',
    'server/storage',
    'server/surface/session',
    'server/trpc/rates',
    'domain',
  ],
  'server/runtime/secret-key': ['server/crypto'],
  'server/main': ['server', 'wire', 'domain'],
  'server/queue': ['server/db/client', 'server/runtime/log', 'server/tracing', 'domain'],
  'server/db': ['server/crypto', 'server/queue', 'server/tracing', 'reading/contract', 'domain'],
  'server/mail': ['server/tracing', 'i18n', 'domain'],
  'server/conversion': [
    'server/process',
    'server/temporary',
    'server/runtime/config',
    'server/fonts',
    'domain',
  ],
  'server/pdf': ['verify', 'server/process', 'server/crypto', 'server/fonts', 'reading', 'domain'],
  'server/storage': ['server/crypto', 'server/tracing', 'server/temporary', 'domain'],
  'server/live': ['server/db', 'domain'],
  'server/commit': ['server/db', 'server/queue', 'domain'],
  'server/surface': [...APP, 'server/db', 'server/crypto', 'server/trpc/rate-limit', 'domain'],
  'server/oauth': [...APP, 'server/crypto', 'server/db', 'server/outbound', 'domain'],
  'server/document': [
    ...APP,
    'server/conversion',
    'server/crypto',
    'server/process',
    'server/storage',
    'server/temporary',
    'domain',
  ],
  'server/organizations': [...APP, 'server/db', 'domain'],
  'server/envelopes': [
    ...APP,
    'i18n',
    'server/document',
    'server/commit',
    'server/crypto',
    'server/db',
    'server/mail',
    'server/outbound',
    'server/queue',
    'wire',
    'domain',
  ],
  'server/scim': [
    ...APP,
    'server/crypto',
    'server/db',
    'server/procedures/member/end-access',
    'server/procedures/single-sign-on/take-over',
    'server/trpc/administration',
    'wire/storable',
    'domain',
  ],
  'server/single-sign-on': [...APP, 'server/crypto', 'server/db', 'server/outbound', 'domain'],
  'server/log': [...APP, 'server/crypto', 'server/db', 'server/outbound', 'server/storage', 'domain'],
  'server/health': [...APP, 'server/db', 'server/log', 'wire', 'domain'],
  'server/sealing': [
    ...APP,
    'i18n',
    'server/envelopes/intent-statement',
    'server/crypto',
    'server/db',
    'server/keys',
    'server/log',
    'server/pdf',
    'domain',
  ],
  'server/trpc': [
    ...APP,
    'server/commit',
    'server/surface',
    'server/crypto',
    'server/db',
    'server/storage/driver',
    'wire',
    'domain',
  ],
  'server/procedures': [
    ...APP,
    'server/commit',
    'server/crypto',
    'server/db',
    'server/document',
    'server/envelopes',
    'server/health',
    'server/log',
    'server/oauth',
    'server/organizations',
    'server/outbound',
    'server/pdf',
    'server/single-sign-on',
    'server/storage',
    'server/surface',
    'server/trpc',
    'reading/contract',
    'wire',
    'domain',
  ],
  'server/jobs': [
    ...APP,
    'server/commit',
    'server/crypto',
    'server/process/cut-short',
    'server/db',
    'server/document',
    'server/envelopes',
    'server/log',
    'server/mail',
    'server/oauth',
    'server/organizations',
    'server/outbound',
    'server/pdf',
    'server/queue',
    'server/sealing',
    'server/storage',
    'reading/contract',
    'reading/detection',
    'wire',
    'domain',
    'server/temporary',
  ],
  'server/mcp': [
    ...APP,
    'i18n',
    'server/outbound',
    'server/procedures/router',
    'server/surface',
    'server/trpc',
    'server/crypto',
    'wire',
    'domain',
  ],
  'server/http': [
    ...APP,
    'server/mcp',
    'server/pdf/engine/thread-lane',
    'server/process/cut-short',
    'server/crypto',
    'server/db/client',
    'server/db/housekeeping/queued-jobs',
    'server/db/housekeeping/event-partitions',
    'server/db/single-sign-on',
    'server/health',
    'server/log',
    'server/metrics',
    'server/oauth',
    'server/organizations',
    'server/procedures',
    'server/scim',
    'server/sealing/published-roots',
    'server/sealing/pki',
    'server/single-sign-on',
    'server/storage',
    'server/surface',
    'server/tracing',
    'server/trpc',
    'wire',
    'domain',
    'i18n',
  ],
  cli: ['server', 'wire', 'domain', 'verify', '../scripts'],
};

/** Arrows that still point upward. */
const UPWARD: readonly string[] = ['server/db/envelopes/load-graph.ts → server/runtime/services.ts'];

/** Folders that may hold more files than MAX_FILES, each with its reason. */
const LARGE_FOLDERS: Readonly<Record<string, string>> = {
  'domain/envelope': 'one decision per verb',
  wire: 'one file per noun of the API',
  'server/db/schema': 'one file per table',
  'server/procedures/envelope': 'one procedure per verb',
  'server/jobs': 'one file per job',
  'ui/kit': 'one file per control',
  'ui/account': 'not split yet',
  'ui/envelopes/envelope': 'not split yet',
  'ui/envelopes/list': 'not split yet',
};
const MAX_FILES = 15;

/** What packages take in when they're built: pure rules, and what every runtime of the command line has. */
const PACKAGE_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  '@countersign/client': ['src/client/schema.ts'],
  '@countersign/verify': ['src/domain/event/', 'src/domain/log/', 'node:'],
  'n8n-nodes-countersign': ['packages/client/src/', 'src/domain/event/catalogue.ts'],
};

describe('the house', () => {
  it('has a place in the table for every file', () => {
    expect(sources.filter(({ path }) => roomOf(path) === undefined).map(({ path }) => path)).toEqual([]);
  });

  it.each(Object.entries(DIRECTION))('%s imports only what it may', (room, allowed) => {
    const wrong = sources
      .filter(({ path }) => roomOf(path) === room)
      .flatMap(({ path, inSource }) =>
        inSource
          .filter((target) => roomOf(target) !== room && !allowed.some((prefix) => isWithin(prefix, target)))
          .map((target) => `${path} → ${target}`),
      );
    expect(wrong.filter((arrow) => !UPWARD.includes(arrow))).toEqual([]);
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

  it('has no room in the table that is gone', () => {
    const named = [...Object.keys(DIRECTION), ...Object.values(DIRECTION).flat()];
    const targets = sources.flatMap(({ path, inSource }) => [path, ...inSource]);
    expect(named.filter((room) => !targets.some((path) => isWithin(room, path)))).toEqual([]);
  });

  it('has no import cycle', () => {
    const cycles = cyclesIn(new Map(sources.map(({ path, inSource }) => [path, inSource])));
    expect(cycles).toEqual([]);
  });

  it('notices a cycle', () => {
    const edges = { a: ['b'], b: ['c'], c: ['b', 'd'], d: ['d'], e: ['a'] };
    expect(cyclesIn(new Map(Object.entries(edges)))).toEqual([['d'], ['b', 'c']]);
  });

  it('has no folder with more files than a reader can take in', () => {
    const sizes = Map.groupBy(sources, ({ path }) => path.split('/').slice(0, -1).join('/'));
    const large = [...sizes].filter(([, files]) => files.length > MAX_FILES).map(([folder]) => folder);
    expect(large.filter((folder) => LARGE_FOLDERS[folder] === undefined)).toEqual([]);
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
        /^(server\/document\/word\/package-xml|server\/single-sign-on\/xml-elements|ui\/templates\/bulk\/file\/xlsx-parts)\.ts/,
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
          // The samples that it writes read the key of the reader.
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

  it('mounts every procedure, each with an output schema', () => {
    const declared = sources
      .filter(({ path }) => path.startsWith('server/procedures/'))
      .flatMap(({ path, text }) =>
        [
          ...text.matchAll(
            /export const (\w+) = (?:visitorProcedure|attemptProcedure|memberProcedure|adminProcedure|sessionProcedure|signerProcedure|editorProcedure|documentLinkProcedure)\b/g,
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
    for (const { prefix } of SURFACES)
      expect(getSurface(prefix.replaceAll('*', 'anything')).prefix).toBe(prefix);
  });

  /** Every name of a table, and where the program produces it. */
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

function roomOf(path: string): string | undefined {
  return Object.keys(DIRECTION)
    .filter((room) => isWithin(room, path))
    .sort((one, other) => other.length - one.length)[0];
}

function isWithin(room: string, path: string): boolean {
  return path === room || path.startsWith(`${room}/`) || path.startsWith(`${room}.`);
}
