import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * The font files of every script, in the order in which they are tried for a character that has no face of
 * its own.
 */
const FONT_FILES = {
  latin: 'noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: 'noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  serif: 'noto-serif/400Regular/NotoSerif_400Regular.ttf',
  boldSerif: 'noto-serif/700Bold/NotoSerif_700Bold.ttf',
  symbols: 'noto-sans-symbols/400Regular/NotoSansSymbols_400Regular.ttf',
  symbols2: 'noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf',
  math: 'noto-sans-math/400Regular/NotoSansMath_400Regular.ttf',
  emoji: 'noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
  arabic: 'noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  armenian: 'noto-sans-armenian/400Regular/NotoSansArmenian_400Regular.ttf',
  bengali: 'noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf',
  devanagari: 'noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  ethiopic: 'noto-sans-ethiopic/400Regular/NotoSansEthiopic_400Regular.ttf',
  georgian: 'noto-sans-georgian/400Regular/NotoSansGeorgian_400Regular.ttf',
  gujarati: 'noto-sans-gujarati/400Regular/NotoSansGujarati_400Regular.ttf',
  gurmukhi: 'noto-sans-gurmukhi/400Regular/NotoSansGurmukhi_400Regular.ttf',
  hebrew: 'noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  kannada: 'noto-sans-kannada/400Regular/NotoSansKannada_400Regular.ttf',
  khmer: 'noto-sans-khmer/400Regular/NotoSansKhmer_400Regular.ttf',
  lao: 'noto-sans-lao/400Regular/NotoSansLao_400Regular.ttf',
  malayalam: 'noto-sans-malayalam/400Regular/NotoSansMalayalam_400Regular.ttf',
  myanmar: 'noto-sans-myanmar/400Regular/NotoSansMyanmar_400Regular.ttf',
  oriya: 'noto-sans-oriya/400Regular/NotoSansOriya_400Regular.ttf',
  sinhala: 'noto-sans-sinhala/400Regular/NotoSansSinhala_400Regular.ttf',
  tamil: 'noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf',
  telugu: 'noto-sans-telugu/400Regular/NotoSansTelugu_400Regular.ttf',
  thaana: 'noto-sans-thaana/400Regular/NotoSansThaana_400Regular.ttf',
  thai: 'noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
  tibetan: 'noto-serif-tibetan/400Regular/NotoSerifTibetan_400Regular.ttf',
  chinese: 'noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  japanese: 'noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf',
  korean: 'noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf',
  handwrittenLatin: 'caveat/600SemiBold/Caveat_600SemiBold.ttf',
  handwrittenArabic: 'aref-ruqaa/400Regular/ArefRuqaa_400Regular.ttf',
  handwrittenHebrew: 'gveret-levin/400Regular/GveretLevin_400Regular.ttf',
  handwrittenDevanagari: 'kalam/400Regular/Kalam_400Regular.ttf',
  handwrittenJapanese: 'zen-kurenaido/400Regular/ZenKurenaido_400Regular.ttf',
  boldJapanese: 'yusei-magic/400Regular/YuseiMagic_400Regular.ttf',
  clearArabic: 'noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular.ttf',
  boldArabic: 'rakkas/400Regular/Rakkas_400Regular.ttf',
  clearHebrew: 'playpen-sans-hebrew/400Regular/PlaypenSansHebrew_400Regular.ttf',
  boldHebrew: 'playpen-sans-hebrew/800ExtraBold/PlaypenSansHebrew_800ExtraBold.ttf',
} as const;
export type FaceName = keyof typeof FONT_FILES;
export const FACE_NAMES = Object.keys(FONT_FILES) as FaceName[];

/** Returns the path where a face's file is installed. */
export function getFontPath(name: FaceName): string {
  return require.resolve(`@expo-google-fonts/${FONT_FILES[name]}`);
}
