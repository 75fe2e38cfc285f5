import { expect, it } from 'vitest';
import english from '../../src/i18n/messages/en/verify.json' with { type: 'json' };
import { CHECKS, CODES } from '#verify/result.ts';
import { SENTENCE_OF, SENTENCES, TITLES, VERSIONS_SENTENCE } from '#verify/words.ts';

const texts: Readonly<Record<string, string>> = english;

it('has the same words on the command line and on the pages', () => {
  for (const [name, sentence] of Object.entries(SENTENCES)) expect(texts[`verify_${name}`]).toBe(sentence);
  expect(texts['verify_log_versions']).toBe(VERSIONS_SENTENCE);
  for (const check of CHECKS)
    for (const [outcome, title] of Object.entries(TITLES[check]))
      expect(texts[`verify_title_${check}_${outcome}`]).toBe(title);
});

it('has a sentence for every code, and uses each', () => {
  const codes = new Set(CHECKS.flatMap((check) => Object.values(CODES[check]).flat()));
  expect(Object.keys(SENTENCE_OF).sort()).toEqual([...codes].sort());
  expect(new Set(Object.values(SENTENCE_OF))).toEqual(new Set(Object.keys(SENTENCES)));
});
