/**
 * One letter of a joined script: what to draw so that it takes its form, and what it stands for. Lam with alef
 * is drawn as one and is two letters: `split` says which of its glyphs, counted from the right, are the first
 * one.
 */
export type JoinedLetter = {
  drawn: string;
  letters: string;
  split?: { left: string; right: string; rightGlyphs: number };
};

const JOINER = '\u200D';

/**
 * Takes Arabic text apart into letters that are drawn one by one and still join: a zero width joiner tells
 * shaping that a neighbour follows or precedes (The Unicode Standard, 9.2). Lam and alef stay together, they
 * have a form of their own; marks stay with their letter.
 */
export function joinedLetters(text: string): JoinedLetter[] {
  const units = text.match(UNIT) ?? [];
  return units.map((letters, index) => {
    const before = joinsOnward(units[index - 1]) && joinsBack(letters);
    const after = joinsOnward(letters) && joinsBack(units[index + 1]);
    const drawn = `${before ? JOINER : ''}${letters}${after ? JOINER : ''}`;
    if (!BARE_LAM_ALEF.test(letters)) return { drawn, letters };
    const split = { left: letters.slice(1), right: letters.slice(0, 1), rightGlyphs: before ? 2 : 1 };
    return { drawn, letters, split };
  });
}

/** Whether a text has letters of the Arabic script, whose glyphs do not tell by themselves what they stand for. */
export function hasArabic(text: string): boolean {
  return /\p{Script=Arabic}/u.test(text);
}

const UNIT = /\u0644\p{M}*[\u0622\u0623\u0625\u0627\u0671]\p{M}*|[\s\S]\p{M}*/gu;

const BARE_LAM_ALEF = /^\u0644[\u0622\u0623\u0625\u0627\u0671]/u;

/** Letters without a form that joins to the next one: alef, dal, reh, waw and those made from them. */
const JOINS_BACK_ONLY =
  /^[\u0622-\u0625\u0627\u0629\u062F-\u0632\u0648\u0671-\u0673\u0675-\u0677\u0688-\u0699\u06C0\u06C3-\u06CB\u06CD\u06CF\u06D2\u06D3\u06D5\u06EE\u06EF\u0759-\u075B\u076B\u076C\u0771\u0773\u0774\u0778\u0779]/u;
const JOINS_NOT_AT_ALL = /^[\u0621\u0674\u06DD]/u;

function isLetter(unit: string | undefined): unit is string {
  return unit !== undefined && /^(?=\p{L})\p{Script=Arabic}/u.test(unit) && !JOINS_NOT_AT_ALL.test(unit);
}

/** ZWJ and tatweel (which is a modifier letter of common script) join on both sides. */
function isJoiner(unit: string | undefined): boolean {
  return unit !== undefined && /^[\u200D\u0640]/u.test(unit);
}

function joinsBack(unit: string | undefined): boolean {
  return isLetter(unit) || isJoiner(unit);
}

function joinsOnward(unit: string | undefined): boolean {
  if (isJoiner(unit)) return true;
  if (!isLetter(unit)) return false;
  const isLamAlef = /^\u0644\p{M}*[\u0622\u0623\u0625\u0627\u0671]/u.test(unit);
  return !isLamAlef && !JOINS_BACK_ONLY.test(unit);
}
