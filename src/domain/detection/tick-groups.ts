import { plainWords } from './label-words.ts';
import type { PageBox } from './page-facts.ts';

/** A tick box with its label, on one page. */
export type Tick = { readonly box: PageBox; readonly label: string };

/** Answers of which only one can be true, in the languages of the label words. */
const EXCLUSIVE: readonly RegExp[] = [
  /^(yes|no|n\/?a|not applicable|unknown|unsure|don'?t know)\b/,
  /^(ja|nein|nee)\b/,
  /^(oui|non)\b/,
  /^(si|no)\b/,
  /^(sim|nao)\b/,
  /^(tak|nie)\b/,
  /^(male|female|mannlich|weiblich|divers|masculin|feminin|hombre|mujer|maschio|femmina|man|vrouw)\b/,
  /^(single|married|divorced|widowed|separated|never married|legally separated|ledig|verheiratet|geschieden|verwitwet)\b/,
  /^(checking|savings)\b/,
];

/** Farthest that the answers of one question stand apart, in points. */
const ACROSS = 170;
const DOWN = 26;

/** Finds the ticks of which only one may be set; a name for each of them, null for those that stand for themselves. */
export function radioGroups(ticks: readonly Tick[]): (string | null)[] {
  const names: (string | null)[] = ticks.map(() => null);
  const kinds = ticks.map(({ label }) => {
    const plain = plainWords(label);
    return EXCLUSIVE.findIndex((pattern) => pattern.test(plain));
  });
  let groups = 0;
  for (const [index, tick] of ticks.entries()) {
    if (names[index] !== null || (kinds[index] ?? -1) < 0) continue;
    const members = [index];
    const answers = new Set([firstWord(tick.label)]);
    for (let grown = true; grown;) {
      grown = false;
      for (const [other, next] of ticks.entries()) {
        if (names[other] !== null || kinds[other] !== kinds[index] || members.includes(other)) continue;
        // The same answer once more belongs to the next question.
        if (answers.has(firstWord(next.label))) continue;
        if (!members.some((member) => isBeside(ticks[member], next))) continue;
        members.push(other);
        answers.add(firstWord(next.label));
        grown = true;
      }
    }
    if (members.length < 2) continue;
    groups += 1;
    for (const member of members) names[member] = `choice ${groups}`;
  }
  return names;
}

function isBeside(one: Tick | undefined, other: Tick): boolean {
  if (one === undefined) return false;
  const across = Math.abs(one.box.x - other.box.x);
  const down = Math.abs(one.box.y - other.box.y);
  return (down < 5 && across < ACROSS) || (across < 5 && down < DOWN);
}

function firstWord(label: string): string {
  return plainWords(label).split(/[\s,.(/–-]/)[0] ?? '';
}
