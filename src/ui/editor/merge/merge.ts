import { normalizeField, normalizePolicy } from '#ui/editor/draft/changes.ts';
import type { Draft, DraftField, DraftParticipant } from '#ui/editor/draft/draft.ts';
import { isComplete, writeCopies } from '#ui/editor/draft/write-draft.ts';
import { alignDraft } from './align.ts';
import type { Choose, Collision, Side, Sides, Subject } from './collision.ts';
import {
  FIELD_PROPERTIES,
  MESSAGE_PROPERTIES,
  PARTICIPANT_PROPERTIES,
  POLICY_PROPERTIES,
  type Property,
} from './properties.ts';

export type Merged = {
  readonly draft: Draft;
  /** Theirs, with this editor's keys: the new common base. */
  readonly theirs: Draft;
  /** What both changed differently. The draft has the chosen versions. */
  readonly collisions: readonly Collision[];
};

/** Merges both sides' changes. `choose` decides conflicts; mine by default. */
export function mergeDrafts({ base, mine, theirs }: Sides, choose: Choose = () => 'mine'): Merged {
  return mergeAligned({ base, mine, theirs: alignDraft(theirs, [base, mine]) }, choose);
}

/** Merges if theirs already has this editor's keys. */
export function mergeAligned(sides: Sides, choose: Choose = () => 'mine'): Merged {
  const { base, mine, theirs } = sides;
  const decide = createDecider(sides, choose);
  const participants = mergeParticipants(sides, decide);
  const kept = new Set(participants.merged.map(({ key }) => key));
  const fields = mergeFields(sides, participants.restored, decide).filter(
    ({ participantKey }) => participantKey === '' || kept.has(participantKey),
  );
  const draft: Draft = {
    ...mine,
    displayName: decide.property(ENVELOPE, DISPLAY_NAME, base, mine, theirs).displayName,
    participants: mergeOrder(sides, participants.merged, decide.order),
    fields,
    policy: normalizePolicy(
      decide.properties(POLICY, POLICY_PROPERTIES, base.policy, mine.policy, theirs.policy),
    ),
    copies: decide.property(ENVELOPE, COPIES, base, mine, theirs).copies,
    message: decide.properties(POLICY, MESSAGE_PROPERTIES, base.message, mine.message, theirs.message),
  };
  return { draft, theirs, collisions: decide.collisions };
}

const ENVELOPE: Subject = { kind: 'envelope' };
const POLICY: Subject = { kind: 'envelope' };
const DISPLAY_NAME: Property<Draft> = {
  name: 'displayName',
  of: ({ displayName }) => displayName.trim(),
  take: ({ displayName }) => ({ displayName }),
};

const COPIES: Property<Draft> = {
  name: 'copies',
  of: ({ copies }) => JSON.stringify(writeCopies(copies)),
  take: ({ copies }) => ({ copies }),
};

type Decider = ReturnType<typeof createDecider>;

/** Compares and chooses, and records conflicts. */
function createDecider(sides: Sides, choose: Choose) {
  const collisions: Collision[] = [];
  function recordCollision(subject: Subject, property: string): Side {
    const id = `${subject.kind} ${subject.kind === 'envelope' ? '' : subject.key} ${property}`;
    const collision: Collision = { id, subject, property, mine: sides.mine, theirs: sides.theirs };
    collisions.push(collision);
    return choose(collision);
  }
  function mergeProperty<T>(subject: Subject, what: Property<T>, base: T, mine: T, theirs: T): T {
    const [own, other] = [what.of(mine), what.of(theirs)];
    if (own === other || other === what.of(base)) return mine;
    const takesTheirs = own === what.of(base) || recordCollision(subject, what.name) === 'theirs';
    return takesTheirs ? { ...mine, ...what.take(theirs) } : mine;
  }
  function mergeProperties<T>(subject: Subject, all: readonly Property<T>[], base: T, mine: T, theirs: T): T {
    return all.reduce((merged, what) => {
      const chosen = mergeProperty(subject, what, base, mine, theirs);
      return chosen === mine ? merged : { ...merged, ...what.take(theirs) };
    }, mine);
  }
  return {
    collisions,
    collide: recordCollision,
    property: mergeProperty,
    properties: mergeProperties,
    order: () => recordCollision(ENVELOPE, 'order'),
  };
}

function mergeParticipants(
  { base, mine, theirs }: Sides,
  decide: Decider,
): { merged: DraftParticipant[]; restored: ReadonlySet<string> } {
  const restored = new Set<string>();
  const merged = collectKeys([mine.participants, theirs.participants, base.participants]).flatMap((key) => {
    const [before, own, other] = [find(base, key), find(mine, key), find(theirs, key)];
    const subject: Subject = { kind: 'participant', key };
    if (own !== undefined && other !== undefined) {
      if (before === undefined) return [own];
      // Of whom the server knows as a role alone it tells neither address nor company: that takes nothing
      // back.
      const isTold = isComplete(other) || isComplete(before);
      return [isTold ? decide.properties(subject, PARTICIPANT_PROPERTIES, before, own, other) : own];
    }
    const left = own ?? other;
    if (left === undefined) return [];
    if (before === undefined) return [left];
    // Nobody with neither a name nor fields is kept by the server.
    if (own !== undefined && !isComplete(before)) return [own];
    if (!hasChangedSince(base, own === undefined ? theirs : mine, key)) return [];
    const stays = decide.collide(subject, 'presence') === (own === undefined ? 'theirs' : 'mine');
    if (!stays) return [];
    restored.add(key);
    return [left];
  });
  return { merged, restored };
}

function mergeFields(
  { base, mine, theirs }: Sides,
  restored: ReadonlySet<string>,
  decide: Decider,
): DraftField[] {
  const [inBase, inMine, inTheirs] = [
    indexByKey(base.fields),
    indexByKey(mine.fields),
    indexByKey(theirs.fields),
  ];
  return collectKeys([mine.fields, theirs.fields]).flatMap((key) => {
    const [before, own, other] = [inBase.get(key), inMine.get(key), inTheirs.get(key)];
    const subject: Subject = { kind: 'field', key };
    if (own !== undefined && other !== undefined) {
      // What both placed alike is most likely what this editor sent itself, in a save whose answer was lost.
      if (before === undefined) return [own];
      return [normalizeField(decide.properties(subject, FIELD_PROPERTIES, before, own, other))];
    }
    const left = own ?? other;
    if (left === undefined) return [];
    if (before === undefined || restored.has(left.participantKey)) return [left];
    const isChanged = FIELD_PROPERTIES.some(({ of }) => of(left) !== of(before));
    // With its participant it goes or stays: that is asked once, for the participant.
    const ownerGone = !(own === undefined ? mine : theirs).participants.some(
      (participant) => participant.key === left.participantKey,
    );
    if (!isChanged || ownerGone) return [];
    const stays = decide.collide(subject, 'presence') === (own === undefined ? 'theirs' : 'mine');
    return stays ? [left] : [];
  });
}

/** Whether a side changed an existing participant or their fields. */
function hasChangedSince(base: Draft, side: Draft, key: string): boolean {
  const [before, after] = [find(base, key), find(side, key)];
  if (before === undefined || after === undefined) return true;
  const isTold = isComplete(before) || isComplete(after);
  if (isTold && PARTICIPANT_PROPERTIES.some(({ of }) => of(before) !== of(after))) return true;
  const were = indexByKey(base.fields);
  return side.fields.some((field) => {
    if (field.participantKey !== key) return false;
    const was = were.get(field.key);
    return was === undefined || FIELD_PROPERTIES.some(({ of }) => of(was) !== of(field));
  });
}

function find(draft: Draft, key: string): DraftParticipant | undefined {
  return draft.participants.find((participant) => participant.key === key);
}

function indexByKey(fields: readonly DraftField[]): ReadonlyMap<string, DraftField> {
  return new Map(fields.map((field) => [field.key, field]));
}

function collectKeys(lists: readonly (readonly { readonly key: string }[])[]): string[] {
  return [...new Set(lists.flatMap((list) => list.map(({ key }) => key)))];
}

/**
 * Sorts the merged participants in the order of the side that changed it; `decide` chooses if both did.
 * Participants missing on that side come after the one they follow on the other.
 */
function mergeOrder(
  { base, mine, theirs }: Sides,
  merged: readonly DraftParticipant[],
  decide: () => Side,
): DraftParticipant[] {
  const [before, own, other] = [base, mine, theirs].map((draft) =>
    identifySharedOrder(draft, [base, mine, theirs]),
  );
  const isTheirs = own !== other && other !== before && (own === before || decide() === 'theirs');
  const [first, second] = isTheirs ? [theirs, mine] : [mine, theirs];
  const order = first.participants.map(({ key }) => key);
  second.participants.forEach(({ key }, index) => {
    if (order.includes(key)) return;
    const previous = second.participants[index - 1];
    order.splice(previous === undefined ? 0 : order.indexOf(previous.key) + 1, 0, key);
  });
  return [...merged].sort((one, another) => order.indexOf(one.key) - order.indexOf(another.key));
}

/**
 * Returns the order of participants whom every side has with an address; the server doesn't keep the order of
 * others.
 */
function identifySharedOrder(draft: Draft, all: readonly Draft[]): string {
  return draft.participants
    .filter(({ key }) =>
      all.every(({ participants }) => participants.some((one) => one.key === key && isComplete(one))),
    )
    .map(({ key }) => key)
    .join(' ');
}
