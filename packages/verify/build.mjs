// Bundles the library and the command for Node.js and browsers, and writes their types.
import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));
const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

await rm(new URL('dist', import.meta.url), { recursive: true, force: true });
await build({
  root,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  build: {
    target: 'es2022',
    minify: false,
    lib: { entry: { index: 'src/index.ts', cli: 'src/cli.ts' }, formats: ['es'] },
    rolldownOptions: { external: /^node:/ },
  },
});
execFileSync(process.execPath, [tsc, '-p', fileURLToPath(new URL('tsconfig.json', import.meta.url))], {
  stdio: 'inherit',
});
