import type { KnipConfig } from 'knip';

/**
 * With `--production`, an export used only by tests is an error, unless its own file needs it or it's
 * `@internal`.
 */
const isProduction = process.argv.includes('--production');

/** Files that are loaded other than by an import. `!` marks those of the product. */
export default {
  workspaces: {
    '.': {
      entry: [
        'src/cli/{start,worker,main,build,bundle}.ts!',
        'src/client/*.ts!',
        'src/domain/log/*.ts!',
        'src/i18n/{browser-messages.svelte,server-messages}.ts!',
        'src/server/**/*-worker.ts!',
        'src/server/**/assets/*.js!',
        'src/server/db/schema/*.ts!',
        // Used only by the build.
        'src/ui/older-browsers/oldest.ts!',
        'src/server/pdf/drawing/embedding/font-subset.ts!',
        'scripts/*.{ts,mjs}!',
        'scripts/client/*.ts!',
        'scripts/detection/**/make.ts!',
        'bench/*.ts!',
        'tests/slow/generators/project/**/*.ts',
        'tests/vectors/**/make.ts',
      ],
      project: [
        'src/**/*.{ts,svelte,js}!',
        'scripts/**/*.{ts,mjs}!',
        '!scripts/lint/**!',
        'bench/**/*.ts!',
        'tests/**/*.ts',
      ],
      // Loaded by path, by name in other files, or installed by a test.
      ignoreDependencies: [
        '@expo-google-fonts/.+',
        '@inlang/plugin-message-format',
        '@kubb/.+',
        '@modelcontextprotocol/conformance',
        '@tesseract.js-data/.+',
        '@types/smtp-server',
        'kubernetes-models',
        'libheif-js',
        'tailwindcss',
        'tesseract.js-core',
      ],
    },
    'packages/*': { entry: ['build.mjs!', 'src/{index,cli}.ts!'] },
    'packages/n8n-nodes-countersign': { entry: ['build.mjs!', 'src/{credentials,nodes}/*.ts!'] },
  },
  ignoreExportsUsedInFile: isProduction,
  // Fails the type check if a payload gains an unpublished property.
  ignoreIssues: { 'src/wire/event-payloads.ts': ['types'] },
  exclude: isProduction ? ['binaries', 'dependencies', 'unlisted', 'unresolved'] : ['binaries', 'unresolved'],
} satisfies KnipConfig;
