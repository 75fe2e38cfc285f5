// Bundles the credentials and the nodes as n8n loads them: CommonJS without dependencies, each in the file
// that package.json names.
import { cp, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const resolvePath = (path) => fileURLToPath(new URL(path, import.meta.url));
const ENTRIES = {
  'credentials/CountersignApi.credentials': 'src/credentials/CountersignApi.ts',
  'nodes/Countersign.node': 'src/nodes/Countersign.ts',
  'nodes/CountersignTrigger.node': 'src/nodes/CountersignTrigger.ts',
};

await rm(resolvePath('dist'), { recursive: true, force: true });
await build({
  root: resolvePath('.'),
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  build: {
    target: 'node20',
    minify: false,
    lib: { entry: ENTRIES, formats: ['cjs'], fileName: (_format, name) => `${name}.js` },
    rolldownOptions: { output: { chunkFileNames: 'shared/[name].js' } },
  },
});
for (const folder of ['credentials', 'nodes'])
  await cp(resolvePath('countersign.svg'), resolvePath(`dist/${folder}/countersign.svg`));
