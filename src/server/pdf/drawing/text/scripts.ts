import type { FaceName } from '#server/fonts.ts';
import type { Handwriting } from './faces.ts';

/** The scripts that Unicode recommends for identifiers (UAX #31, table 5), with the face of each. */
const FACE_OF_SCRIPT = {
  Latin: 'latin',
  Greek: 'latin',
  Cyrillic: 'latin',
  Han: 'chinese',
  Hiragana: 'japanese',
  Katakana: 'japanese',
  Hangul: 'korean',
  Bopomofo: 'chinese',
  Arabic: 'arabic',
  Armenian: 'armenian',
  Bengali: 'bengali',
  Devanagari: 'devanagari',
  Ethiopic: 'ethiopic',
  Georgian: 'georgian',
  Gujarati: 'gujarati',
  Gurmukhi: 'gurmukhi',
  Hebrew: 'hebrew',
  Kannada: 'kannada',
  Khmer: 'khmer',
  Lao: 'lao',
  Malayalam: 'malayalam',
  Myanmar: 'myanmar',
  Oriya: 'oriya',
  Sinhala: 'sinhala',
  Tamil: 'tamil',
  Telugu: 'telugu',
  Thaana: 'thaana',
  Thai: 'thai',
  Tibetan: 'tibetan',
} as const satisfies Record<string, FaceName>;

/**
 * A script. `other` has no face of its own. `common` (digits, spaces, punctuation) uses the face of the text
 * before it.
 */
export type Script = keyof typeof FACE_OF_SCRIPT | 'other' | 'common';

export type Hand = { readonly face: FaceName; readonly scripts: readonly Script[] };

const JAPANESE = ['Han', 'Hiragana', 'Katakana'] as const;

/** Faces for typed signatures. The signer's page shows the same ones. */
const HANDWRITING: readonly Hand[] = [
  { face: 'handwrittenLatin', scripts: ['Latin', 'Cyrillic'] },
  { face: 'handwrittenArabic', scripts: ['Arabic'] },
  { face: 'handwrittenHebrew', scripts: ['Hebrew'] },
  { face: 'handwrittenDevanagari', scripts: ['Devanagari'] },
  { face: 'handwrittenJapanese', scripts: JAPANESE },
];
/**
 * The faces of each style, best first. For Latin letters, two of them are faces of other scripts that also have
 * these.
 */
export const HANDS: Readonly<Record<Handwriting, readonly Hand[]>> = {
  handwriting: HANDWRITING,
  'clear handwriting': [
    { face: 'handwrittenDevanagari', scripts: ['Latin'] },
    { face: 'clearArabic', scripts: ['Arabic'] },
    { face: 'clearHebrew', scripts: ['Hebrew'] },
    ...HANDWRITING,
  ],
  'bold handwriting': [
    { face: 'handwrittenHebrew', scripts: ['Latin'] },
    { face: 'boldArabic', scripts: ['Arabic'] },
    { face: 'boldHebrew', scripts: ['Hebrew'] },
    { face: 'boldJapanese', scripts: JAPANESE },
    ...HANDWRITING,
  ],
};

const PATTERNS = (Object.keys(FACE_OF_SCRIPT) as (keyof typeof FACE_OF_SCRIPT)[]).map(
  (script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')] as const,
);
const COMMON = /[\p{Script=Common}\p{Script=Inherited}]/u;
const known = new Map<string, Script>();

/** Returns the script of a grapheme, which is the script of its first character that has one. */
export function detectScript(grapheme: string): Script {
  for (const character of grapheme) {
    const script = getCharacterScript(character);
    if (script !== 'common') return script;
  }
  return 'common';
}

function getCharacterScript(character: string): Script {
  let script = known.get(character);
  if (script === undefined) {
    script = COMMON.test(character)
      ? 'common'
      : (PATTERNS.find(([, pattern]) => pattern.test(character))?.[0] ?? 'other');
    if (known.size > 20_000) known.clear();
    known.set(character, script);
  }
  return script;
}

/**
 * Returns the faces of a script within a text, best first. Kana or hangul indicates which country's
 * ideographs are meant.
 */
export function listScriptFaces(script: Script, text: string): readonly FaceName[] {
  if (script === 'other' || script === 'common') return [];
  if (script === 'Han' && /\p{Script=Hangul}/u.test(text)) return ['korean', 'chinese', 'japanese'];
  if (script === 'Han' && /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text))
    return ['japanese', 'chinese', 'korean'];
  return [FACE_OF_SCRIPT[script]];
}
