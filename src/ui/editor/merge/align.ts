import type { Draft, DraftField, DraftParticipant } from '#ui/editor/draft/draft.ts';
import { pairUp, type Pass } from './pair-up.ts';

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
    // Whoever was not named yet may have been named elsewhere, and anyone may have been exchanged: the fields
    // tell.
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
