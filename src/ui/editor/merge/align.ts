import type { Draft, DraftField, DraftParticipant } from '#ui/editor/draft/draft.ts';

/** Returns what identifies an item, or null if nothing does. `side` is the list it's from. */
type Pass<T> = (item: T, side: 'one' | 'other') => string | null;

/**
 * Gives a draft from the server the keys that this editor uses. Each save gives participants and fields new
 * identifiers, so they're matched by content: identical ones first, then ones that were only moved or
 * renamed. `known` are drafts with keys, in order of precedence.
 */
export function alignDraft(theirs: Draft, known: readonly Draft[]): Draft {
  const people = new Map<string, string>();
  for (const draft of known) {
    const left = theirs.participants.filter(({ key }) => !people.has(key));
    const named = new Set(people.values());
    const own = draft.participants.filter(({ key }) => !named.has(key));
    for (const [from, to] of pairUp(own, left, buildParticipantPasses(draft, theirs)))
      people.set(to.key, from.key);
  }
  const owned = theirs.fields.map((field) => ({
    ...field,
    participantKey: people.get(field.participantKey) ?? field.participantKey,
  }));
  const keys = new Map<string, string>();
  for (const draft of known) {
    const left = owned.filter(({ key }) => !keys.has(key));
    const named = new Set(keys.values());
    const own = draft.fields.filter(({ key }) => !named.has(key));
    // What one side has just placed is only the other's where both are quite alike, as after a save without
    // an answer.
    const passes = draft === known[0] ? FIELD_PASSES : FIELD_PASSES.slice(0, 2);
    for (const [from, to] of pairUp(own, left, passes)) keys.set(to.key, from.key);
  }
  return {
    ...theirs,
    participants: theirs.participants.map((one) => ({ ...one, key: people.get(one.key) ?? one.key })),
    fields: owned.map((one) => ({ ...one, key: keys.get(one.key) ?? one.key })),
  };
}

/** Returns a field's content and place as text, with participants identified by key. */
function identifyField(field: DraftField): string {
  return JSON.stringify([
    identifyPlace(field),
    field.type,
    field.participantKey,
    field.label.trim(),
    field.required,
    field.options,
    field.group.trim(),
    field.prefillValue,
    field.locked,
    field.autoSource,
    field.proposedAutoSource,
  ]);
}

/** Returns a field's place as text. */
export function identifyPlace({ page, x, y, width, height }: DraftField): string {
  return [page, ...[x, y, width, height].map((fraction) => fraction.toFixed(5))].join(' ');
}

function buildParticipantPasses(ours: Draft, theirs: Draft): readonly Pass<DraftParticipant>[] {
  return [
    (one) => toComparable(one.email),
    (one) => (one.slot.kind === 'role' ? `role:${one.slot.id}` : `party:${one.slot.index}`),
    (one) => toComparable(one.name),
    // People without a name may have been given one elsewhere, and anyone may have been replaced. Their
    // fields show who is who.
    (one, side) => {
      const { fields } = side === 'one' ? ours : theirs;
      const first = fields.find(({ participantKey }) => participantKey === one.key);
      return first === undefined ? null : identifyPlace(first);
    },
  ];
}

const FIELD_PASSES: readonly Pass<DraftField>[] = [
  identifyField,
  (field) => `${identifyPlace(field)} ${field.type} ${field.participantKey}`,
  identifyPlace,
  (field) => `${field.type} ${field.participantKey} ${identifySize(field)} ${field.page} ${field.label}`,
  (field) => `${field.type} ${field.participantKey} ${field.page}`,
  (field) => `${field.type} ${field.participantKey}`,
];

function identifySize({ width, height }: DraftField): string {
  return `${width.toFixed(5)} ${height.toFixed(5)}`;
}

function toComparable(value: string): string | null {
  const trimmed = value.trim().toLowerCase();
  return trimmed === '' ? null : trimmed;
}

/** Pairs the items of two lists that agree in the first pass, then the rest in the next one, and so on. */
function pairUp<T>(
  ones: readonly T[],
  others: readonly T[],
  passes: readonly Pass<T>[],
): readonly (readonly [T, T])[] {
  const pairs: (readonly [T, T])[] = [];
  let left = [...ones];
  let open = [...others];
  for (const pass of passes) {
    if (left.length === 0 || open.length === 0) break;
    const waiting = new Map<string, T[]>();
    for (const one of left) {
      const name = pass(one, 'one');
      if (name === null) continue;
      const alike = waiting.get(name);
      if (alike === undefined) waiting.set(name, [one]);
      else alike.push(one);
    }
    const paired = new Set<T>();
    for (const other of open) {
      const name = pass(other, 'other');
      const one = name === null ? undefined : waiting.get(name)?.shift();
      if (one === undefined) continue;
      pairs.push([one, other]);
      paired.add(one).add(other);
    }
    left = left.filter((one) => !paired.has(one));
    open = open.filter((other) => !paired.has(other));
  }
  return pairs;
}
