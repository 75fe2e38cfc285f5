import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Language } from '#domain/language.ts';

/** The models of the languages that text in pictures can be in, by the names that Tesseract has for them. */
const MODELS: Readonly<Record<Language, string>> = {
  ar: 'ara',
  de: 'deu',
  en: 'eng',
  es: 'spa',
  fr: 'fra',
  he: 'heb',
  it: 'ita',
  ja: 'jpn',
  nl: 'nld',
  pl: 'pol',
  pt: 'por',
  zh: 'chi_sim',
};

/** Each model makes reading slower, and a page is rarely in more than two languages. */
const MOST_MODELS = 3;

const require = createRequire(import.meta.url);

/**
 * Returns the models with which to read a document whose people use these languages, most likely ones first.
 * English is always among them: it's what contracts fall back on. A slim installation has no other model.
 */
export function chooseModels(languages: readonly Language[]): string[] {
  const wanted = [...new Set(languages.filter((language) => language !== 'en'))]
    .slice(0, MOST_MODELS - 1)
    .map((language) => MODELS[language]);
  const isEnglishFirst = languages[0] === 'en';
  return (isEnglishFirst ? [MODELS.en, ...wanted] : [...wanted, MODELS.en]).filter(
    (model) => model === MODELS.en || existsSync(findModel(model)),
  );
}

/** The path of a model, compressed with gzip. */
export function findModel(model: string): string {
  const folder = dirname(require.resolve('@tesseract.js-data/eng/package.json'));
  return join(folder, '..', model, '4.0.0_best_int', `${model}.traineddata.gz`);
}
