// Bundles what runs after the build: the server and the programs that it starts. Bundles load with half of the
// processor time of their sources, which stay what tests and debuggers run.
import { globSync, rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { BUNDLES } from './build.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The address of a program beside a source, or of the source itself. */
const USES = /new URL\('\.\/([\w-]+-(?:process|worker)\.ts)', import\.meta\.url\)|import\.meta\.url/g;

rmSync(BUNDLES, { recursive: true, force: true });
const programs = globSync('src/server/**/*-{process,worker}.ts', { cwd: ROOT });
// Packages of the server stay outside: some of them look for files of their own.
await bundle('src/cli/serve.ts', (id) => !/^[./#]|^@countersign\//.test(id));
// Each program brings its own copy, because each process loads its own. Only the copy of piscina that runs a
// thread knows its symbols.
for (const program of programs) await bundle(program, (id) => id.endsWith('.node') || id === 'piscina');

/** Writes a program with all that it imports, but for what is `external`, as one file. */
async function bundle(program: string, external: (id: string) => boolean): Promise<void> {
  const build = await rolldown({
    cwd: ROOT,
    input: { [nameBundle(join(ROOT, program))]: program },
    platform: 'node',
    external: (id) => external(id),
    resolve: { conditionNames: ['node', 'import'] },
    plugins: [findFilesFromBundle()],
  });
  await build.write({ dir: BUNDLES, format: 'esm', entryFileNames: '[name].mjs', codeSplitting: false });
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
