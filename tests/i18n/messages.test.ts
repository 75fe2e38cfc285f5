import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#domain/language.ts';
import { m } from '#i18n/compiled/messages.js';
import { locales } from '#i18n/compiled/runtime.js';

type Variants = readonly { readonly match: Readonly<Record<string, string>> }[];
type Messages = Readonly<Record<string, string | Variants>>;

const FOLDER = fileURLToPath(new URL('../../src/i18n/messages/', import.meta.url));
/** Areas whose keys start with the area's name. The signer's page is older than this rule. */
const PREFIXED = [
  'mail',
  'certificate',
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
  'chat',
  'ask',
  'changes',
  'passkey',
  'review',
  'disclosure',
  'adopt',
  'declining',
  'delegating',
];
const AREAS = ['signer', ...PREFIXED];
const areasOf = (language: string) =>
  AREAS.map(
    (area) =>
      [area, JSON.parse(readFileSync(`${FOLDER}${language}/${area}.json`, 'utf8')) as Messages] as const,
  );
const catalogue = new Map(
  readdirSync(FOLDER).map((language) => [
    language,
    Object.assign({}, ...areasOf(language).map(([, messages]) => messages)) as Messages,
  ]),
);
const english = catalogue.get('en') ?? {};

/** Returns the names of the values in a message. */
function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))].sort();
}

function texts(message: string | Variants | undefined): string[] {
  if (message === undefined) return [];
  return typeof message === 'string' ? [message] : message.flatMap(({ match }) => Object.values(match));
}

describe('the languages', () => {
  it('are those of the domain, each with a catalogue', () => {
    expect([...locales]).toEqual([...LANGUAGES]);
    expect([...catalogue.keys()].sort()).toEqual([...LANGUAGES].sort());
  });

  it.each(LANGUAGES)('%s has typographic apostrophes', (language) => {
    const all = Object.values(catalogue.get(language) ?? {}).flatMap(texts);
    expect(all.filter((text) => /\p{L}'\p{L}/u.test(text))).toEqual([]);
  });

  it.each(LANGUAGES)('%s has one file per area, and each key once', (language) => {
    expect(readdirSync(`${FOLDER}${language}`).sort()).toEqual(AREAS.map((area) => `${area}.json`).sort());
    // From the text: a parser keeps only the last of two.
    const keys = AREAS.flatMap((area) =>
      [...readFileSync(`${FOLDER}${language}/${area}.json`, 'utf8').matchAll(/^ {2}"(\w+)":/gm)].map(
        ([, key = '']) => key,
      ),
    );
    expect(keys.toSorted()).toEqual(Object.keys(catalogue.get(language) ?? {}).toSorted());
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  it('keys say which area they belong to', () => {
    for (const [area, messages] of areasOf('en')) {
      const foreign = Object.keys(messages).filter((key) =>
        PREFIXED.includes(area)
          ? !key.startsWith(`${area}_`)
          : PREFIXED.some((prefix) => key.startsWith(`${prefix}_`)),
      );
      expect(foreign, area).toEqual([]);
    }
  });

  it.each(LANGUAGES)('%s says everything, with the values of the English text', (language) => {
    const said = catalogue.get(language) ?? {};
    expect(Object.keys(said).sort()).toEqual(Object.keys(english).sort());
    for (const [key, message] of Object.entries(english)) {
      const wanted = placeholders(texts(message).join(' '));
      const texted = texts(said[key]);
      expect(texted.length, key).toBeGreaterThan(0);
      for (const text of texted) {
        expect(text.trim(), key).not.toBe('');
        expect(text, key).not.toMatch(/[<>\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
        // The form for exactly one may omit the number.
        expect(wanted, key).toEqual(expect.arrayContaining(placeholders(text)));
      }
      expect(placeholders(texted.join(' ')), key).toEqual(wanted);
    }
  });

  it.each(LANGUAGES.filter((language) => language !== 'en'))('%s is no copy of English', (language) => {
    const same = Object.entries(catalogue.get(language) ?? {}).filter(
      ([key, text]) => typeof text === 'string' && text === english[key] && text.length > 20,
    );
    expect(same).toEqual([]);
  });

  it('count as their grammar does', () => {
    const toFill = (count: number, locale: (typeof LANGUAGES)[number]) =>
      m.signing_to_fill({ count }, { locale });
    expect([1, 2, 5, 22].map((count) => toFill(count, 'pl'))).toEqual([
      '1 pole do wypełnienia',
      '2 pola do wypełnienia',
      '5 pól do wypełnienia',
      '22 pola do wypełnienia',
    ]);
    expect(toFill(1, 'de')).toBe('1 Feld auszufüllen');
    expect(toFill(3, 'de')).toBe('3 Felder auszufüllen');
  });
});

describe('the texts on the server', () => {
  const MESSAGES = fileURLToPath(new URL('../../src/i18n/server-messages.ts', import.meta.url));

  const RUNTIME = new URL('../../src/i18n/compiled/runtime.js', import.meta.url).href;

  /** Copies the module, as the pages' build does, and returns what a process of its own prints. */
  function runBesideCopy(script: string): string {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-texts-'));
    try {
      const copy = join(folder, 'messages.mts');
      writeFileSync(copy, readFileSync(MESSAGES, 'utf8').replaceAll('#i18n/compiled/runtime.js', RUNTIME));
      return execFileSync(process.execPath, ['--input-type=module', '-e', script, MESSAGES, copy], {
        encoding: 'utf8',
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  it('load one language when it is needed, and once for every copy of the module', () => {
    const printed = runBesideCopy(`
      import { createRequire } from 'node:module';
      const [own, copy] = await Promise.all(process.argv.slice(1).map((path) => import(path)));
      const loaded = () => Object.keys(createRequire(import.meta.url).cache).filter((path) => path.includes('/tables/'));
      const before = loaded().length;
      const texts = [copy.m.loading({}, { locale: 'de' }), own.m.loading({}, { locale: 'de' })];
      console.log(JSON.stringify({ before, texts, after: loaded().map((path) => path.split('/').at(-1)) }));
    `);
    expect(JSON.parse(printed)).toEqual({
      before: 0,
      texts: ['Wird geladen…', 'Wird geladen…'],
      after: ['de.js'],
    });
  });

  it('refuse a name that no text has', () => {
    const { nothing } = m as unknown as Record<string, () => string>;
    expect(() => nothing?.()).toThrow('there is no text nothing');
  });
});
