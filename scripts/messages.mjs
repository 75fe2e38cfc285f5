// Compiles src/i18n/messages into src/i18n/compiled unless it is there already, made of exactly these texts.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const messages = join(root, 'src/i18n/messages');
const project = join(root, 'src/i18n/project.inlang');
const outdir = join(root, 'src/i18n/compiled');
const STAMP = '.texts';

/** Makes the functions that pages and mails take their words from. */
export async function compileMessages() {
  const stamp = hashOfTexts();
  if (readStamp() === stamp) return;
  const { compile } = await import('@inlang/paraglide-js');
  // Made aside and moved into place whole, since other processes may be reading or making the same.
  const aside = `${outdir}-${process.pid}`;
  await compile({
    project,
    outdir: aside,
    strategy: ['cookie', 'preferredLanguage', 'baseLocale'],
    cookieName: 'countersign_locale',
    emitReadme: false,
    emitGitIgnore: false,
    emitPrettierIgnore: false,
  });
  writeFileSync(join(aside, STAMP), stamp);
  rmSync(outdir, { recursive: true, force: true });
  renameSync(aside, outdir);
}

function hashOfTexts() {
  const hash = createHash('sha256');
  const files = readdirSync(messages, { recursive: true }).filter((name) => name.endsWith('.json'));
  const paths = files.sort().map((name) => join(messages, name));
  for (const path of [...paths, join(project, 'settings.json'), fileURLToPath(import.meta.url)]) {
    hash.update(readFileSync(path));
  }
  return hash.digest('hex');
}

function readStamp() {
  try {
    return readFileSync(join(outdir, STAMP), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await compileMessages();
