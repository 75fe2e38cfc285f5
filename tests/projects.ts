/**
 * Tests that start compilers and package managers, with the sources that each depends on in ways that no
 * record shows. A name ending in `/` is a folder.
 */
export const COMPILING: Readonly<Record<string, readonly string[]>> = {
  'tests/client/schema.test.ts': ['src/client/', 'src/wire/', 'src/server/http/openapi/'],
  'tests/client-package.test.ts': ['packages/client/', 'src/client/'],
  'tests/domain/field/new-field-type.test.ts': ['src/domain/field/', 'src/wire/', 'src/ui/fields/'],
  'tests/embed-package.test.ts': ['packages/embed/'],
  'tests/n8n-package.test.ts': ['packages/n8n-nodes-countersign/', 'packages/client/'],
  'tests/packages.test.ts': ['packages/', 'scripts/packages.mjs'],
  'tests/python-package.test.ts': ['packages/python/'],
  'tests/verify/package.test.ts': ['packages/verify/'],
};

/** Tests that need no database, server or browser. `npm run verify` runs them, except those that compile. */
export const UNIT: readonly string[] = [
  ...['cli', 'client', 'config', 'crypto', 'document', 'domain', 'i18n', 'reading', 'ui', 'wire'].map(
    (folder) => `tests/${folder}/**/*.test.ts`,
  ),
  'tests/docs.test.ts',
  'tests/house.test.ts',
  'tests/licenses.test.ts',
  'tests/log-inventory.test.ts',
  'tests/projects.test.ts',
  'tests/scripts/**/*.test.ts',
  'tests/supply-chain.test.ts',
  'tests/support/**/*.test.ts',
  'tests/turns.test.ts',
  'tests/verify/**/*.test.ts',
];

/**
 * Tests of the server's parts that need no database. They run while PostgreSQL starts.
 * `tests/projects.test.ts` keeps the list true.
 */
export const PARTS: readonly string[] = [
  'tests/db/client/unreachable.test.ts',
  'tests/db/migrations/rules.test.ts',
  'tests/http/{address-rate,gone-client,openapi-snapshot,retry-after}.test.ts',
  'tests/http/node/connections.test.ts',
  'tests/http/node/proxy-signs.test.ts',
  'tests/http/openapi/**/*.test.ts',
  'tests/keys/key-store.test.ts',
  'tests/live/stream.test.ts',
  'tests/mail/**/*.test.ts',
  'tests/mcp/documented.test.ts',
  'tests/metrics/**/*.test.ts',
  'tests/outbound/{address,outbound,sms-gateway,this-machine,time-server,timestamp-services}.test.ts',
  'tests/pdf/!(text)/**/*.test.ts',
  'tests/pdf/text/{compare-documents,read-page-texts,read-search-text,take-tags}.test.ts',
  'tests/process/**/*.test.ts',
  'tests/storage/{counted,disk,drivers,encrypted,s3,temporary}.test.ts',
];

/** Tests of one component each, in a browser, without a server. */
export const COMPONENTS: readonly string[] = ['tests/components/**/*.test.ts'];

/**
 * Those that use a touch screen. They have a browser of their own: one that imitated a touch screen no longer has a
 * pointer that hovers. `tests/projects.test.ts` keeps the list true.
 */
export const TOUCHED: readonly string[] = [
  'tests/components/editor/phone.test.ts',
  'tests/components/pages/{phone,settings-search}.test.ts',
  'tests/components/signer/{arriving-document,attachments,field-sheet,large-inputs,large-pad}.test.ts',
  'tests/components/signer/{group-frames,next-open,small-phone,zoom}.test.ts',
];

/** Tests of pages in a browser. */
export const BROWSER: readonly string[] = ['tests/e2e/**/*.test.ts', 'tests/journeys/**/*.test.ts'];

/** Tests that start whole programs and kill them at bad moments, one at a time. */
export const BOOT: readonly string[] = ['tests/slow/boot/**/*.test.ts'];

/** Drills and fuzzing. */
export const SLOW: readonly string[] = ['tests/slow/**/*.test.ts'];
