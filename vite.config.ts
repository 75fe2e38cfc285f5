import { mkdirSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sveltekit } from '@sveltejs/kit/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { TEXTS_LIST } from './src/i18n/texts-list.ts';
import { getFontPath } from './src/server/fonts.ts';
import { getFace } from './src/server/pdf/drawing/text/faces.ts';
import { subsetToCharacters } from './src/server/pdf/drawing/embedding/font-subset.ts';
import { OLDEST_BROWSERS } from './src/ui/older-browsers/oldest.ts';

/** Goes into one file that every page loads, because on a slow network each file costs a round trip. */
const BASICS =
  /\/(?:kit\/src\/runtime\/app\/state\/|src\/(?:ui\/kit\/(?:Button|BigIcon|Notice|LanguageChoice|Wordmark|Avatar|Dot|initials|language|icons\/)|ui\/branding\/(?:Brand(?:Mark|Name|edPage)|own-branding)|ui\/account\/connection\/server-reach|i18n\/(?:browser-messages|compiled\/registry)|domain\/language))/;

/** Goes into one file that the signers' landing page loads besides, for the same reason. */
const LANDING =
  /\/(?:node_modules\/openapi-fetch\/|src\/(?:client\/|domain\/(?:text|time\.|document\/page-picture|envelope\/status)|ui\/(?:kit\/Chip|pdf\/(?:prepare-viewer|holding)|signer\/(?:(?!arriving-file|open-document|page-pictures|sealed-copy|save-document)[^/]+$|invitation\/|lazy\/(?!added-texts)|screens\/(?!AskSender|Done|NewLink|ReturnButton|Review|StatusPage|status-words)|code\/code-entry))))/;

/** Pages of documents. Each script has a style sheet, and browsers ask for few files at a time. */
const PAGES = /\/src\/ui\/(?:pdf\/(?!pdf-assets|pdf-document)|.*\/MarkPreview)/;

/**
 * What the document and its fields need once it's open. Compressed, a few large scripts are smaller than
 * many.
 */
const FIELDS =
  /\/src\/(?:domain\/(?:signing-limits|document\/sniff|field\/(?:formats|catalogue|details)|link\/)|ui\/fields\/patterns)/;
const SIGNING =
  /\/src\/ui\/signer\/(?:answers|attachments|document)\/(?!FieldPanel|GroupFrames|group-frames|ListView|fit-answer|refused-answers|print-document|shrink-picture|uploads)/;

/**
 * The syntax that scripts are compiled for. For Safari before 16.4, the compiler would rewrite all private
 * class members as maps, which is larger and slower for everyone. That Safari supports private members; it
 * lacks only static blocks.
 */
const SYNTAX = Object.entries({ ...OLDEST_BROWSERS, safari: '16.4', ios: '16.4' }).map(
  ([name, version]) => `${name}${version}`,
);

export default defineConfig({
  plugins: [
    ...[oneLanguagePerPage(), listTexts(), listModules(), cutHandwriting(), withoutStaticBlocks()],
    withoutEval(),
    ...[tailwindcss(), sveltekit(), heights()],
  ],
  build: {
    target: SYNTAX,
    chunkSizeWarningLimit: 1200,
    // The record of what tests execute locates sources by them.
    sourcemap: process.env['SOURCE_MAPS'] === '1' ? 'hidden' : false,
  },
  worker: { plugins: () => [readPageByPage(), withoutStaticBlocks()] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'basics', test: BASICS },
                { name: 'landing', test: LANDING },
                { name: 'pages', test: PAGES },
                { name: 'fields', test: FIELDS },
                { name: 'signing', test: SIGNING },
              ],
            },
          },
        },
      },
    },
  },
});

/**
 * Gives browsers the texts of one language. The compiled messages that the server uses contain all of them.
 */
function oneLanguagePerPage(): Plugin {
  const compiled = new Set(['#i18n/compiled/messages.js', '#i18n/compiled/runtime.js']);
  const loaded = fileURLToPath(new URL('src/i18n/browser-messages.svelte.ts', import.meta.url));
  return {
    name: 'one-language-per-page',
    enforce: 'pre',
    resolveId(id) {
      return this.environment.name === 'client' && compiled.has(id) ? loaded : null;
    },
  };
}

/**
 * Lists the scripts with a page's texts in `texts.json`, so that the server knows which one a page will
 * request.
 */
function listTexts(): Plugin {
  return {
    name: 'list-texts',
    generateBundle(_, bundle) {
      if (this.environment.name !== 'client') return;
      const texts: Record<string, readonly string[]> = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const table = /\/i18n\/compiled\/tables\/(\w+\/\w+)\.js$/.exec(chunk.facadeModuleId ?? '')?.[1];
        if (table !== undefined) texts[table] = [chunk.fileName, ...chunk.imports];
      }
      this.emitFile({ type: 'asset', fileName: TEXTS_LIST, source: JSON.stringify(texts) });
    },
  };
}

/** The letters in `script-font.css` of each script, and the punctuation of names. */
const LATIN = [
  [0x20, 0x24f],
  [0x1e00, 0x1eff],
  [0x2010, 0x2027],
  [0xfb01, 0xfb02],
] as const;
const ARABIC = [[0x600, 0x6ff]] as const;
const HEBREW = [[0x590, 0x5ff]] as const;
const CUT_FACES = [
  ...(['handwrittenLatin', 'handwrittenDevanagari', 'handwrittenHebrew'] as const).map(
    (face) => [face, LATIN] as const,
  ),
  ...(['clearArabic', 'boldArabic'] as const).map((face) => [face, ARABIC] as const),
  ...(['clearHebrew', 'boldHebrew'] as const).map((face) => [face, HEBREW] as const),
];

/** Rewrites the static blocks of pdf.js's classes as private static fields, for Safari before 16.4. */
function withoutStaticBlocks(): Plugin {
  return {
    name: 'without-static-blocks',
    transform(code, id) {
      if (!/\/pdfjs-dist\/build\//.test(id)) return null;
      let count = 0;
      const rewritten = code.replaceAll(
        /^(\s*)static \{\n([\s\S]*?)^\1\}$/gm,
        (_, indent: string, body: string) => {
          count += 1;
          return `${indent}static #block${count} = (() => {\n${body}${indent}})();`;
        },
      );
      if (/\bstatic\s*\{/.test(rewritten)) throw new Error(`${id} has a static block in another form`);
      return { code: rewritten, map: null };
    },
  };
}

/**
 * Keeps zod in browsers from trying whether it may compile code from text. The policy of pages forbids it, and
 * Firefox prints each try in the console. Its own setting for that (`jitless`) comes too late: schemas are made while
 * modules load, in an order that nobody controls.
 */
function withoutEval(): Plugin {
  return {
    name: 'without-eval',
    transform(code, id) {
      if (this.environment.name !== 'client' || !id.endsWith('/zod/v4/core/util.js')) return null;
      const rewritten = code.replace(/const F = Function;\s+new F\(""\);\s+return true;/, 'return false;');
      if (rewritten === code) throw new Error(`${id} has its eval in another form`);
      return { code: rewritten, map: null };
    },
  };
}

/**
 * Has pdf.js read a file that is still arriving page by page. Otherwise, it requests all pages of the tree's top level
 * at once, and the last one before it opens the file, which takes almost all of it.
 */
function readPageByPage(): Plugin {
  const changes = [
    ['else if (numPages <= 1) {', 'else if (numPages <= 1 || pdfManager.streamManager) {'],
    ['!pageDictCache.has(lastKid)) {', '!pageDictCache.has(lastKid) && !this.pdfManager.streamManager) {'],
  ] as const;
  return {
    name: 'read-page-by-page',
    transform(code, id) {
      if (!/\/pdfjs-dist\/build\/pdf\.worker/.test(id)) return null;
      return changes.reduce(
        (changed, [from, to]) => {
          if (changed.code.split(from).length !== 2) throw new Error(`${id} no longer says ${from}`);
          return { code: changed.code.replace(from, to), map: null };
        },
        { code, map: null },
      );
    },
  };
}

/** Gives older browsers, which ignore declarations with `dvh`, the closest unit that they support. */
function heights(): Plugin {
  return {
    name: 'heights',
    enforce: 'post',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
        file.source = String(file.source).replaceAll(
          /(?<=[{;])[\w-]+:[^{};]*\ddvh[^{};]*/g,
          (declaration) => `${declaration.replaceAll(/(\d)dvh/g, '$1vh')};${declaration}`,
        );
      }
    },
  };
}

/** Generates files with the letters of one script of the handwriting fonts, because signers need no others. */
function cutHandwriting(): Plugin {
  const folder = fileURLToPath(new URL('.svelte-kit/handwriting/', import.meta.url));
  return {
    name: 'cut-handwriting',
    buildStart() {
      mkdirSync(folder, { recursive: true });
      for (const [face, letters] of CUT_FACES) {
        const path = getFontPath(face);
        writeFileSync(`${folder}${basename(path)}`, subsetToCharacters(path, letters));
      }
      for (const face of ['handwrittenJapanese', 'boldJapanese'] as const)
        writeFileSync(`${folder}${face}.css`, cutJapanese(folder, face));
    },
  };
}

/** Kana, ideographs and the punctuation of names, and how many of them are in one file. */
const JAPANESE = [0x20, ...listNumbers(0x2e80, 0xffef), ...listNumbers(0x20000, 0x2fa1f)];
const JAPANESE_SLICE = 128;

/**
 * Cuts a Japanese handwriting into many small files, of which a name needs few. The style sheet that it returns lists
 * exactly the letters that there are, by which the page knows them.
 */
function cutJapanese(folder: string, name: 'handwrittenJapanese' | 'boldJapanese'): string {
  const face = getFace(name);
  const slices = Map.groupBy(
    JAPANESE.filter((code) => face.covers(code)),
    (code) => Math.floor(code / JAPANESE_SLICE),
  );
  return Array.from(slices, ([slice, codes]) => {
    const file = `${name}-${slice.toString(16)}.ttf`;
    writeFileSync(
      `${folder}${file}`,
      subsetToCharacters(
        face.path,
        codes.map((code) => [code, code]),
      ),
    );
    const range = codes.map((code) => `U+${code.toString(16)}`).join();
    return `@font-face{font-family:${name};src:url('./${file}') format('truetype');font-weight:600;font-display:swap;unicode-range:${range}}\n`;
  }).join('');
}

function listNumbers(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Lists the sources in each script for browsers, so that `scripts/test` knows what a test of pages ran. */
function listModules(): Plugin {
  return {
    name: 'list-modules',
    generateBundle(_, bundle) {
      if (this.environment.name !== 'client') return;
      const root = fileURLToPath(new URL('.', import.meta.url));
      const scripts: Record<string, readonly string[]> = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const sources = chunk.moduleIds.map((id) => id.replace(/^\0/, '').replace(/\?.*$/, ''));
        scripts[`/${chunk.fileName}`] = [...new Set(sources)]
          .filter((id) => id.startsWith(`${root}src/`))
          .map((id) => id.slice(root.length));
      }
      mkdirSync(`${root}.svelte-kit`, { recursive: true });
      writeFileSync(`${root}.svelte-kit/modules.json`, JSON.stringify(scripts));
    },
  };
}
