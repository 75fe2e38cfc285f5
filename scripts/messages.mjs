// Compiles src/i18n/messages into src/i18n/compiled, unless the output is already up to date.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const messages = join(root, 'src/i18n/messages');
const project = join(root, 'src/i18n/project.inlang');
const outdir = join(root, 'src/i18n/compiled');
const STAMP = '.texts';

/**
 * The areas whose texts a page loads. The signer's page loads few, and some later, with the code that needs them.
 * The dashboard loads the rest. Browsers never load the texts of emails.
 */
const PAGE_GROUPS = {
  signer: ['common', 'signer'],
  later: ['review', 'disclosure', 'adopt', 'declining', 'delegating', 'changes'],
  ask: ['ask'],
  passkey: ['passkey'],
  dashboard: [
    'common',
    'editor',
    'envelopes',
    'dashboard',
    'templates',
    'settings',
    'account',
    'reports',
    'administration',
    'verify',
  ],
};

/** Generates the functions that return texts for pages and emails. */
export async function compileMessages() {
  const stamp = hashOfTexts();
  if (readStamp() === stamp) return;
  const { compile } = await import('@inlang/paraglide-js');
  // Writes to a temporary folder and moves it into place, since other processes may be reading or writing the
  // same files.
  const aside = `${outdir}-${process.pid}`;
  await compile({
    project,
    outdir: aside,
    outputStructure: 'locale-modules',
    strategy: ['preferredLanguage', 'baseLocale'],
    emitReadme: false,
    emitGitIgnore: false,
    emitPrettierIgnore: false,
  });
  for (const locale of readdirSync(messages)) await writeTables(aside, locale);
  writeMessages(aside);
  rmSync(join(aside, 'messages'), { recursive: true });
  writeFileSync(join(aside, STAMP), stamp);
  rmSync(outdir, { recursive: true, force: true });
  renameSync(aside, outdir);
}

/**
 * Writes a language's texts: a module per group of pages, and one with all of them for the server. They have
 * strings, and functions for texts with values.
 */
async function writeTables(compiled, locale) {
  const functions = await import(pathToFileURL(join(compiled, 'messages', `${locale}.js`)).href);
  const groups = Object.entries(PAGE_GROUPS).map(([group, areas]) => {
    const texts = areas.map((area) => readFileSync(join(messages, locale, `${area}.json`), 'utf8'));
    return [group, texts.flatMap((text) => Object.keys(JSON.parse(text)))];
  });
  for (const [group, keys] of [...groups, ['server', Object.keys(functions)]]) {
    const entries = keys.map((key) => {
      const message = functions[key];
      return `${key}: ${message.length === 0 ? JSON.stringify(message()) : message.toString()},`;
    });
    mkdirSync(join(compiled, 'tables', group), { recursive: true });
    writeFileSync(
      join(compiled, 'tables', group, `${locale}.js`),
      `import * as registry from '../../registry.js';\nexport default {\n${entries.join('\n')}\n};\n`,
    );
  }
}

/** Writes the module that all code imports, with types of our own: the compiler's take megabytes. */
function writeMessages(compiled) {
  const source = readFileSync(join(compiled, 'messages/_index.js'), 'utf8');
  const inputs = new Map(
    [...source.matchAll(/^\/\*\* @typedef \{\{(.*)\}\} (\w+) \*\/$/gm)].map(([, members, type]) => [
      type,
      [...members.matchAll(/(\w+): NonNullable<unknown>/g)].map(([, name]) => `'${name}'`),
    ]),
  );
  const functions = [...source.matchAll(/^export const (\w+) = .*?\(\(inputs\??: (\w+),/gm)];
  const members = functions.map(([, key, type]) => {
    const names = inputs.get(type);
    if (names === undefined) throw new Error(`the compiler wrote no type for the values of ${key}`);
    return `  readonly ${key}: ${names.length === 0 ? 'Plain' : `With<${names.join(' | ')}>`};`;
  });
  writeFileSync(
    join(compiled, 'messages.d.ts'),
    `${MESSAGE_TYPES}export type Messages = {\n${members.join('\n')}\n};\nexport const m: Messages;\n`,
  );
  writeFileSync(join(compiled, 'messages.js'), `export { m } from '../server-messages.ts';\n`);
}

const MESSAGE_TYPES = `import type { Locale } from './runtime.js';
type Options = { readonly locale?: Locale };
type Plain = (inputs?: Readonly<Record<never, never>>, options?: Options) => string;
type With<Name extends string> = (
  inputs: Readonly<Record<Name, NonNullable<unknown>>>,
  options?: Options,
) => string;
`;

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
