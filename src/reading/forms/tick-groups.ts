import { normalizeLabelWords } from '#reading/labels/label-words.ts';
import type { PageBox, TextLine } from '#reading/page/page-facts.ts';

/** A tick box and its label. */
export type Tick = { readonly box: PageBox; readonly label: string };

/** Answers that exclude each other, in the languages of the label words. */
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

/** The largest distances between the answers of one question, across and down, in points. */
const ACROSS = 170;
const DOWN = 26;

/** Ticks that answer one question. In an exclusive group, only one of them may be set. */
export type TickGroup = { readonly name: string; readonly isExclusive: boolean };

/**
 * Groups ticks: answers that exclude each other, and lists under a line that says to check some of them. Null
 * for single ticks.
 */
export function tickGroups(ticks: readonly Tick[], lines: readonly TextLine[]): (TickGroup | null)[] {
  const groups: (TickGroup | null)[] = findRadioGroups(ticks).map((name) =>
    name === null ? null : { name, isExclusive: true },
  );
  let lists = 0;
  for (const line of lines) {
    const plain = normalizeLabelWords(line.text);
    if (line.text.length > LONGEST || !ASKS.test(plain)) continue;
    const members = listUnder(line, ticks).filter((index) => groups[index] === null);
    if (members.length < 2 || !areAnswers(members.map((index) => ticks[index]?.label ?? ''))) continue;
    lists += 1;
    const group = { name: `list-${lists}`, isExclusive: ONE.test(plain) };
    for (const index of members) groups[index] = group;
  }
  return groups;
}

/**
 * Matches a line that says to tick what follows, in its first words or in brackets. `ONE` matches a line that
 * asks for a single tick.
 */
const ASKS =
  /((^|[(:.–—-] ?)([\divx]{0,4}[a-z]?[.)]? )?(please )?(check|tick|mark|select|choose|circle)\b.{0,40}\b(one|all|any|each|box|boxes|that apply|applicable)|\b(ankreuzen|zutreffendes|cochez|cocher|marque|marcar|barrare|assinale|zaznacz|aankruisen)\b)/;
const LONGEST = 110;
const ONE =
  /\b((only|just) one|one (box|only|of)|(check|tick|mark|select|choose) one|nur eine?s?|une seule|un solo|una sola|um so|tylko jed|slechts een)\b/;

/** Checks whether labels can be the answers to one question: all are different and none is empty. */
function areAnswers(labels: readonly string[]): boolean {
  return new Set(labels).size === labels.length && labels.every((label) => /\p{L}{2}/u.test(label));
}

/** Returns the ticks that belong to a line: those in its row, or those in consecutive rows right under it. */
function listUnder(line: TextLine, ticks: readonly Tick[]): number[] {
  const indexed = ticks.map(({ box }, index) => ({ box, index }));
  const getMiddle = (box: PageBox) => box.y + box.height / 2;
  const row = indexed.filter(
    ({ box }) =>
      Math.abs(getMiddle(box) - getMiddle(line)) < 6 &&
      box.x > line.x + line.width - 3 &&
      box.x < line.x + line.width + 400,
  );
  if (row.length >= 2) return row.map(({ index }) => index);
  const under = indexed
    .filter(
      ({ box }) => box.y > line.y + 2 && box.x > line.x - 40 && box.x < line.x + Math.max(line.width, 200),
    )
    .sort((one, other) => one.box.y - other.box.y);
  const first = under[0];
  if (first === undefined) return [];
  const members: number[] = [];
  let at = line.y + line.height / 2;
  for (const { box, index } of under) {
    if (getMiddle(box) - at > DOWN) break;
    if (Math.abs(box.width - first.box.width) > 3) continue;
    // The ticks must be in one column or next to the first. Others belong to another question.
    if (Math.abs(box.x - first.box.x) > 5 && Math.abs(getMiddle(box) - getMiddle(first.box)) > 5) continue;
    members.push(index);
    at = getMiddle(box);
  }
  return members;
}

/** Returns a group name for each tick in a group of which only one may be set; null for single ticks. */
export function findRadioGroups(ticks: readonly Tick[]): (string | null)[] {
  const names: (string | null)[] = ticks.map(() => null);
  const kinds = ticks.map(({ label }) => {
    const plain = normalizeLabelWords(label);
    return EXCLUSIVE.findIndex((pattern) => pattern.test(plain));
  });
  let groups = 0;
  for (const [index, tick] of ticks.entries()) {
    if (names[index] !== null || (kinds[index] ?? -1) < 0) continue;
    const members = [index];
    const answers = new Set([getFirstWord(tick.label)]);
    for (let grown = true; grown;) {
      grown = false;
      for (const [other, next] of ticks.entries()) {
        if (names[other] !== null || kinds[other] !== kinds[index] || members.includes(other)) continue;
        // A repeated answer belongs to the next question.
        if (answers.has(getFirstWord(next.label))) continue;
        if (!members.some((member) => isBeside(ticks[member], next))) continue;
        members.push(other);
        answers.add(getFirstWord(next.label));
        grown = true;
      }
    }
    if (members.length < 2) continue;
    groups += 1;
    for (const member of members) names[member] = `choice-${groups}`;
  }
  return names;
}

function isBeside(one: Tick | undefined, other: Tick): boolean {
  if (one === undefined) return false;
  const across = Math.abs(one.box.x - other.box.x);
  const down = Math.abs(one.box.y - other.box.y);
  return (down < 5 && across < ACROSS) || (across < 5 && down < DOWN);
}

function getFirstWord(label: string): string {
  return normalizeLabelWords(label).split(/[\s,.(/–-]/)[0] ?? '';
}
