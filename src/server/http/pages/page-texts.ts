import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Language } from '#domain/language.ts';
import { TEXTS_LIST, type TextsPart } from '#i18n/texts-list.ts';

/**
 * Returns the paths of the scripts that contain a part's texts in a language. The first one imports the
 * others.
 */
export type PageTexts = (part: TextsPart, language: Language) => readonly string[];

const PUBLIC_FILES = fileURLToPath(new URL('../../../../build/client', import.meta.url));

/** Reads which scripts contain the pages' texts. There are none until the pages are built. */
export function readPageTexts(): PageTexts {
  const list = join(PUBLIC_FILES, TEXTS_LIST);
  if (!existsSync(list)) return () => [];
  const texts = JSON.parse(readFileSync(list, 'utf8')) as Readonly<Record<string, readonly string[]>>;
  return (part, language) => (texts[`${part}/${language}`] ?? []).map((file) => `/${file}`);
}
