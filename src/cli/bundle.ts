// Bundles what runs after the build: the server, the job worker, and the programs that they start. Bundles load
// with a fifth of the processor time and half of the memory of their sources, which stay what tests and
// debuggers run.
import { globSync, rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { BUNDLES } from './build.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** What `npm start` and `npm run worker` load. */
const SERVERS = ['src/cli/serve.ts', 'src/cli/work.ts'];

/** The address of a program beside a source, or of the source itself. */
const USES = /new URL\('\.\/([\w-]+-(?:process|worker)\.ts)', import\.meta\.url\)|import\.meta\.url/g;

rmSync(BUNDLES, { recursive: true, force: true });
const programs = globSync('src/server/**/*-{process,worker}.ts', { cwd: ROOT });
// Packages of the server stay outside: some of them look for files of their own. The programs that read
// documents bring theirs, because each of their processes loads them anew; piscina's symbols are known only to
// the copy that runs the thread.
await bundle(SERVERS, 'server', (id) => !/^[./#]|^@countersign\//.test(id));
for (const program of programs) await bundle([program], '', (id) => id.endsWith('.node') || id === 'piscina');

/** Writes the bundles of some entries into one folder, with what they share in further files. */
async function bundle(
  inputs: readonly string[],
  shared: string,
  external: (id: string) => boolean,
): Promise<void> {
  const build = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries(inputs.map((path) => [nameBundle(join(ROOT, path)), path])),
    platform: 'node',
    external: (id) => external(id),
    resolve: { conditionNames: ['node', 'import'] },
    plugins: [findFilesFromBundle()],
  });
  await build.write({
    dir: BUNDLES,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: `${shared}-[hash].mjs`,
    codeSplitting: shared !== '',
  });
}

/** Names a bundle after its source: two programs in different folders may have the same name. */
function nameBundle(source: string): string {
  return relative(join(ROOT, 'src'), source).replace(/\.ts$/, '').split(sep).join('-');
}

/**
 * Makes code find its files from the bundle: programs as bundles beside it, other files beside the source. Paths
 * stay relative, since a release is moved after the build.
 */
function findFilesFromBundle(): Plugin {
  return {
    name: 'find-files-from-bundle',
    transform: {
      filter: { id: /^[^\0]/, code: /import\.meta\.url/ },
      handler(code, id) {
        const source = id.replace(/\?.*$/, '');
        const path = relative(BUNDLES, source).split(sep).join('/');
        return code.replaceAll(USES, (_, program?: string) =>
          program === undefined
            ? `new URL(${JSON.stringify(path)}, import.meta.url).href`
            : `new URL('./${nameBundle(join(dirname(source), program))}.mjs', import.meta.url)`,
        );
      },
    },
  };
}
