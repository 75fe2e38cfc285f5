import { LABEL_MEANINGS, getMeaningBits, normalizeLabelWords } from '#reading/labels/label-words.ts';
import type { PageBox } from '#reading/page/page-facts.ts';
import type { Near, Surroundings } from '#reading/candidates/surroundings.ts';

/** Returns the words in and around a candidate as numbers: distance, length, meaning, start, and end. */
export function toLabelFeatures(candidate: PageBox, near: Surroundings): number[] {
  const inFrame = normalizeLabelWords(near.inFrame);
  return [
    ...toNearFeatures(near.left),
    ...toNearFeatures(near.right),
    ...toNearFeatures(near.above),
    ...toNearFeatures(near.below),
    inFrame.length,
    ...toBits(getMeaningBits(inFrame)),
    inFrame === '' ? 0 : classifyEnd(near.inFrame),
    candidate.height / Math.max(4, (near.left ?? near.above ?? near.right ?? near.below)?.line.size ?? 10),
    countWords(near.left),
    countWords(near.above),
    countWords(near.right),
    near.left === null ? 0 : classifyEnd(near.left.line.text),
    near.above === null ? 0 : classifyEnd(near.above.line.text),
    near.right === null ? 0 : classifyStart(near.right.line.text),
    near.above === null ? 0 : classifyStart(near.above.line.text),
    near.left === null ? 0 : classifyStart(near.left.line.text),
    inFrame === '' ? 0 : classifyStart(near.inFrame),
    near.above === null ? 0 : candidate.x - near.above.line.x,
    near.below === null ? 0 : candidate.x - near.below.line.x,
    near.left === null ? 0 : near.left.line.baseline - candidate.y - candidate.height,
    near.right === null ? 0 : near.right.line.baseline - candidate.y - candidate.height,
  ];
}

function toNearFeatures(near: Near | null): number[] {
  if (near === null) return [300, 0, 0, 0, 0, ...toBits(0)];
  const { line, distance } = near;
  const plain = normalizeLabelWords(line.text);
  return [distance, line.size, line.bold ? 1 : 0, plain.length, line.width, ...toBits(getMeaningBits(plain))];
}

function countWords(near: Near | null): number {
  return near === null ? 0 : near.line.words.length;
}

function toBits(mask: number): number[] {
  return LABEL_MEANINGS.map((_, index) => (mask >> index) & 1);
}

/** Classifies the end of a label: colon, currency sign, number, closing bracket, period, or letter. */
function classifyEnd(text: string): number {
  if (/:\s*$/.test(text)) return 1;
  if (/[$€£]\s*$/.test(text)) return 2;
  if (/^\d{1,3}[a-z]?$/i.test(text)) return 3;
  if (/\d[a-z]?$/i.test(text)) return 4;
  if (/[)\]]$/.test(text)) return 5;
  if (/[.?!]$/.test(text)) return 6;
  if (/[,;/-]$/.test(text)) return 7;
  return /\p{Lu}$/u.test(text) ? 8 : 9;
}

/** Classifies the start of a text: punctuation, sign, number, capital, or lowercase letter. */
function classifyStart(text: string): number {
  if (/^[,.;:)]/.test(text)) return 1;
  if (/^[%$€/-]/.test(text)) return 2;
  if (/^\d/.test(text)) return 3;
  return /^\p{Lu}/u.test(text) ? 4 : 5;
}
