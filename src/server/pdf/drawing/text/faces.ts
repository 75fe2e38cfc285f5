import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Blob, Face as HarfBuzzFace, Font, type GlyphExtents } from 'harfbuzzjs';

/** How text is set: plain, bold (Latin, Greek and Cyrillic only), or as a typed signature. */
export type FontStyle = 'regular' | 'bold' | 'handwriting';

/** A font file that is loaded. All measures are in the font's own units, `unitsPerEm` to the font size. */
export type Face = {
  readonly name: string;
  readonly path: string;
  readonly font: Font;
  readonly unitsPerEm: number;
  covers(codePoint: number): boolean;
  advance(glyph: number): number;
  /** Null for a glyph without ink. */
  extents(glyph: number): GlyphExtents | null;
};

/** Every face, in the order in which they are tried for a character that has no face of its own. */
const FILES = {
  latin: 'noto-sans/400Regular/NotoSans',
  bold: 'noto-sans/600SemiBold/NotoSans',
  symbols: 'noto-sans-symbols/400Regular/NotoSansSymbols',
  symbols2: 'noto-sans-symbols-2/400Regular/NotoSansSymbols2',
  math: 'noto-sans-math/400Regular/NotoSansMath',
  emoji: 'noto-emoji/400Regular/NotoEmoji',
  arabic: 'noto-sans-arabic/400Regular/NotoSansArabic',
  armenian: 'noto-sans-armenian/400Regular/NotoSansArmenian',
  bengali: 'noto-sans-bengali/400Regular/NotoSansBengali',
  devanagari: 'noto-sans-devanagari/400Regular/NotoSansDevanagari',
  ethiopic: 'noto-sans-ethiopic/400Regular/NotoSansEthiopic',
  georgian: 'noto-sans-georgian/400Regular/NotoSansGeorgian',
  gujarati: 'noto-sans-gujarati/400Regular/NotoSansGujarati',
  gurmukhi: 'noto-sans-gurmukhi/400Regular/NotoSansGurmukhi',
  hebrew: 'noto-sans-hebrew/400Regular/NotoSansHebrew',
  kannada: 'noto-sans-kannada/400Regular/NotoSansKannada',
  khmer: 'noto-sans-khmer/400Regular/NotoSansKhmer',
  lao: 'noto-sans-lao/400Regular/NotoSansLao',
  malayalam: 'noto-sans-malayalam/400Regular/NotoSansMalayalam',
  myanmar: 'noto-sans-myanmar/400Regular/NotoSansMyanmar',
  oriya: 'noto-sans-oriya/400Regular/NotoSansOriya',
  sinhala: 'noto-sans-sinhala/400Regular/NotoSansSinhala',
  tamil: 'noto-sans-tamil/400Regular/NotoSansTamil',
  telugu: 'noto-sans-telugu/400Regular/NotoSansTelugu',
  thaana: 'noto-sans-thaana/400Regular/NotoSansThaana',
  thai: 'noto-sans-thai/400Regular/NotoSansThai',
  tibetan: 'noto-serif-tibetan/400Regular/NotoSerifTibetan',
  chinese: 'noto-sans-sc/400Regular/NotoSansSC',
  japanese: 'noto-sans-jp/400Regular/NotoSansJP',
  korean: 'noto-sans-kr/400Regular/NotoSansKR',
  handwrittenLatin: 'caveat/600SemiBold/Caveat',
  handwrittenArabic: 'aref-ruqaa/400Regular/ArefRuqaa',
  handwrittenHebrew: 'gveret-levin/400Regular/GveretLevin',
  handwrittenDevanagari: 'kalam/400Regular/Kalam',
} as const;
export type FaceName = keyof typeof FILES;
export const FACE_NAMES = Object.keys(FILES) as FaceName[];

const loaded = new Map<FaceName, Face>();

/** Loads a face with its first use and keeps it. */
export function faceNamed(name: FaceName): Face {
  let face = loaded.get(name);
  if (!face) loaded.set(name, (face = load(name)));
  return face;
}

const require = createRequire(import.meta.url);

function load(name: FaceName): Face {
  const [, weight = '', family = ''] = FILES[name].split('/');
  const path = require.resolve(`@expo-google-fonts/${FILES[name]}_${weight}.ttf`);
  const face = new HarfBuzzFace(new Blob(readFileSync(path)));
  const font = new Font(face);
  const coverage = new Set(face.collectUnicodes());
  const advance = remembered((glyph: number) => font.glyphHAdvance(glyph));
  const extents = remembered((glyph: number) => {
    const box = font.glyphExtents(glyph);
    return box === undefined || box.width === 0 || box.height === 0 ? null : box;
  });
  return {
    ...{ name: family, path, font, unitsPerEm: face.upem, advance, extents },
    covers: (codePoint) => coverage.has(codePoint),
  };
}

function remembered<Result>(compute: (glyph: number) => Result): (glyph: number) => Result {
  const known = new Map<number, Result>();
  return (glyph) => {
    const before = known.get(glyph);
    if (before !== undefined) return before;
    const result = compute(glyph);
    known.set(glyph, result);
    return result;
  };
}
