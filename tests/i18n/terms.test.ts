import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#domain/language.ts';

type Message = string | readonly { readonly match: Readonly<Record<string, string>> }[];
type Row = { readonly thing: string; readonly word: string; readonly others: readonly string[] };

const readText = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** What the search of the settings understands. People search with many words for one thing. */
const SEARCHED = /^settings_words_/;

const lists = new Map(
  readText('docs/terms.md')
    .split(/^## /m)
    .slice(1)
    .map((section) => [/^\S+ \((\w+)\)/.exec(section)?.[1] ?? '', readRows(section)]),
);

function readRows(section: string): Row[] {
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => {
      const [thing = '', word = '', others = ''] = line
        .split('|')
        .slice(1)
        .map((cell) => cell.trim());
      return { thing, word, others: others.split(', ').filter((other) => other !== '') };
    });
}

/** Returns the texts of a language by key, in lower case. */
function readTexts(language: string): [key: string, text: string][] {
  const folder = `src/i18n/messages/${language}`;
  return readdirSync(new URL(`../../${folder}`, import.meta.url)).flatMap((area) =>
    Object.entries(JSON.parse(readText(`${folder}/${area}`)) as Record<string, Message>)
      .filter(([key]) => !key.startsWith('$') && !SEARCHED.test(key))
      .flatMap(([key, message]) =>
        (typeof message === 'string' ? [message] : message.flatMap(({ match }) => Object.values(match))).map(
          (text): [string, string] => [key, text.toLowerCase()],
        ),
      ),
  );
}

describe('the list of terms', () => {
  it('has the same things in every language', () => {
    expect([...lists.keys()].toSorted()).toEqual([...LANGUAGES].toSorted());
    const things = lists.get('en')?.map(({ thing }) => thing) ?? [];
    expect(things.length).toBeGreaterThan(20);
    for (const [language, rows] of lists)
      expect(
        rows.map(({ thing }) => thing),
        language,
      ).toEqual(things);
  });

  it.each(LANGUAGES)('is what %s says, and nothing else for the same thing', (language) => {
    const texts = readTexts(language);
    const find = (word: string) => texts.filter(([, text]) => text.includes(word.toLowerCase()));
    for (const { thing, word, others } of lists.get(language) ?? []) {
      expect(find(word), `${thing}: ${word}`).not.toEqual([]);
      expect(others, thing).not.toEqual([]);
      for (const other of others) expect(find(other), `${thing} is ${word}, not ${other}`).toEqual([]);
    }
  });
});
