import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { GlobalFonts } from '@napi-rs/canvas';
import { type FontCoverage, fontCoverage } from './font-coverage.ts';

/**
 * How text is set: plain, emphasised (Latin, Greek and Cyrillic only), as a signature in a script hand, or as
 * single Arabic letters, whose joiners must come from the same face.
 */
export type FontStyle = 'regular' | 'bold' | 'script' | 'arabic';

type Face = { family: string; package: string; file: string };

/** The embedded faces. Registered under names of our own, so that no font of the machine can take their place. */
const FACES = {
  latin: face('noto-sans', '400Regular/NotoSans_400Regular.ttf'),
  bold: face('noto-sans', '600SemiBold/NotoSans_600SemiBold.ttf'),
  script: face('caveat', '600SemiBold/Caveat_600SemiBold.ttf'),
  devanagari: face('noto-sans-devanagari', '400Regular/NotoSansDevanagari_400Regular.ttf'),
  arabic: face('noto-sans-arabic', '400Regular/NotoSansArabic_400Regular.ttf'),
  hebrew: face('noto-sans-hebrew', '400Regular/NotoSansHebrew_400Regular.ttf'),
  thai: face('noto-sans-thai', '400Regular/NotoSansThai_400Regular.ttf'),
  chinese: face('noto-sans-sc', '400Regular/NotoSansSC_400Regular.ttf'),
  japanese: face('noto-sans-jp', '400Regular/NotoSansJP_400Regular.ttf'),
  korean: face('noto-sans-kr', '400Regular/NotoSansKR_400Regular.ttf'),
} as const;
type FaceName = keyof typeof FACES;

const SMALL_FACES: readonly FaceName[] = ['latin', 'devanagari', 'arabic', 'hebrew', 'thai'];

/** Characters without a glyph of their own that shaping consumes: joiners and variation selectors. */
const SHAPED_AWAY = /[\u200C\u200D\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/u;

/** A text that is ready to be set: every character of it is covered by `families`, tried in that order. */
export type Typeset = { text: string; families: string };

/**
 * Chooses the faces for a text and makes visible what none of them has: such a character is written as its code
 * point, `[U+1F600]`, so that two different ones stay different on paper. A signature whose script face lacks a
 * letter is set in the plain face as a whole.
 */
export function typeset(text: string, style: FontStyle): Typeset {
  if (style === 'script' || style === 'arabic') {
    return hasGlyphs(style, text) ? { text, families: register([style]) } : typeset(text, 'regular');
  }
  const order: FaceName[] = [style === 'bold' ? 'bold' : 'latin', ...SMALL_FACES, ...ideographFaces(text)];
  const used = new Set<FaceName>(order.slice(0, 1));
  let covered = '';
  for (const character of text) {
    const name = SHAPED_AWAY.test(character) ? order[0] : order.find((one) => covers(one, character));
    if (name) used.add(name);
    covered += name ? character : codePointName(character);
  }
  return { text: covered, families: register(order.filter((name) => used.has(name))) };
}

/** Whether a signature is set in the script hand: only when that face has all of its letters. */
export function isHandwritten(text: string): boolean {
  return hasGlyphs('script', text);
}

function hasGlyphs(name: FaceName, text: string): boolean {
  return [...text].every((character) => SHAPED_AWAY.test(character) || covers(name, character));
}

/** Han characters look different in each country: kana or hangul beside them tell which one is meant. */
function ideographFaces(text: string): FaceName[] {
  // Below U+2E80 no ideographs, kana or hangul are found.
  if (!/[\u1100-\u11FF\u2E80-\u{10FFFF}]/u.test(text)) return [];
  if (/\p{Script=Hangul}/u.test(text)) return ['korean', 'chinese', 'japanese'];
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return ['japanese', 'chinese', 'korean'];
  return ['chinese', 'japanese', 'korean'];
}

function codePointName(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  return `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`;
}

const coverages = new Map<FaceName, FontCoverage>();

function covers(name: FaceName, character: string): boolean {
  let coverage = coverages.get(name);
  if (!coverage) {
    coverage = fontCoverage(pathOf(FACES[name]));
    coverages.set(name, coverage);
  }
  return coverage.has(character.codePointAt(0) ?? 0);
}

const registered = new Set<FaceName>();

function register(names: readonly FaceName[]): string {
  for (const name of names) {
    if (registered.has(name)) continue;
    const { family } = FACES[name];
    if (!GlobalFonts.registerFromPath(pathOf(FACES[name]), family)) {
      throw new Error(`the font ${FACES[name].file} cannot be loaded`);
    }
    registered.add(name);
  }
  return names.map((name) => FACES[name].family).join(', ');
}

const require = createRequire(import.meta.url);

function pathOf({ package: name, file }: Face): string {
  return join(dirname(require.resolve(`@expo-google-fonts/${name}/package.json`)), file);
}

function face(name: string, file: string): Face {
  const weight = file.split('/')[0] ?? '';
  return { family: `countersign-${name}-${weight}`.toLowerCase(), package: name, file };
}
