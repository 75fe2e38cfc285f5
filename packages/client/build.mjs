// Bundles the client into one module without dependencies, and writes its types.
import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const resolvePath = (path) => fileURLToPath(new URL(path, import.meta.url));

await rm(resolvePath('dist'), { recursive: true, force: true });
await build({
  root: resolvePath('.'),
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  build: {
    target: 'es2022',
    minify: false,
    lib: { entry: { index: 'src/index.ts' }, formats: ['es'] },
  },
});
execFileSync(
  process.execPath,
  [resolvePath('../../node_modules/typescript/bin/tsc'), '-p', resolvePath('tsconfig.json')],
  {
    stdio: 'inherit',
  },
);
