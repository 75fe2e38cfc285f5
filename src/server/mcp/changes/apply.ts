import { createInvalidRefusal } from '#domain/errors.ts';
import { isAnnotation } from '#domain/field/answer.ts';
import { getDefaultSize } from '#domain/field/default-size.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { requirePersonIndex } from './people.ts';
import { isPlaced, type Change } from './change.ts';
import {
  toFieldInputs,
  toDraftFields,
  toDraftParticipants,
  type DraftField,
  type DraftInput,
  type DraftParticipant,
  type FieldInput,
} from './draft-input.ts';

/** A draft while changes are applied to it. */
type Draft = {
  readonly parties: NonNullable<WireGraph['envelope']['detectedParties']>;
  participants: DraftParticipant[];
  fields: DraftField[];
  rest: Omit<DraftInput, 'participants' | 'fields'>;
  changed: { participants: boolean; fields: boolean };
};

/** The size of a US Letter page in points. */
const LETTER = { width: 612, height: 792 };

/** Applies one change. `path` is the change's path in the arguments. */
type Apply = (draft: Draft, change: Change, path: string) => void;

const APPLY: Readonly<Record<Change['do'], Apply>> = {
  place: (draft, change, path) => {
    const isOwn = isAnnotation({ type: change.type ?? 'signature' });
    const owner = isOwn && change.recipient === undefined ? null : requireOwner(draft, change, path);
    const added: FieldInput = { type: change.type, ...getFieldProperties(change), ...toFieldPlace(change) };
    setFields(draft, [...draft.fields, { id: null, owner, input: added }]);
  },
  move: (draft, change, path) =>
    updateField(draft, change, path, ({ owner, input }) => ({ owner, input: moveField(input, change) })),
  change: (draft, change, path) => {
    const owner = change.recipient === undefined ? undefined : requireOwner(draft, change, path);
    updateField(draft, change, path, (field) => ({
      owner: owner ?? field.owner,
      input: { ...field.input, ...(change.type && { type: change.type }), ...getFieldProperties(change) },
    }));
  },
  remove: (draft, { field }, path) => {
    requireFieldIndex(draft, field, path);
    setFields(
      draft,
      draft.fields.filter(({ id }) => id !== field),
    );
  },
  keep_suggestions: (draft, change, path) => {
    const isMeant = matchSuggestions(draft, change, path);
    setFields(
      draft,
      draft.fields.map((field) =>
        isMeant(field) ? { ...field, input: { ...field.input, source: 'manual' } } : field,
      ),
    );
  },
  drop_suggestions: (draft, change, path) => {
    const isMeant = matchSuggestions(draft, change, path);
    setFields(
      draft,
      draft.fields.filter((field) => !isMeant(field)),
    );
  },
  set_recipient: setRecipient,
  remove_recipient: (draft, change, path) => {
    const gone = requireOwner(draft, change, path);
    draft.participants = draft.participants.filter((participant) => participant !== gone);
    draft.changed.participants = true;
    setFields(
      draft,
      draft.fields.map((field) =>
        field.owner === gone
          ? { ...field, owner: null, input: { ...field.input, ...toSyntheticRole(gone) } }
          : field,
      ),
    );
  },
  set_message: (draft, { subject, text }) => {
    const isEmpty = (text ?? '') === '' && (subject ?? '') === '';
    draft.rest.message = isEmpty ? null : { subject: subject ?? null, body: text ?? null };
  },
  set_expiry: (draft, { date }) => {
    draft.rest.policy = { ...draft.rest.policy, expiresAt: date ?? null };
  },
  set_reminders: (draft, { first_after_days, every_days = 0, max_reminders }) => {
    draft.rest.policy = {
      ...draft.rest.policy,
      reminderPolicy:
        every_days === 0
          ? null
          : {
              firstAfterDays: first_after_days ?? every_days,
              everyDays: every_days,
              maxReminders: max_reminders ?? 5,
            },
    };
  },
  rename: (draft, { name }) => {
    draft.rest.displayName = name;
  },
};

/**
 * Returns the input that makes all of these changes to a draft at once. Refuses with `validation_failed` if a
 * change names a field or a recipient that doesn't exist. The refusal names the change.
 */
export function buildDraftInput(graph: WireGraph, changes: readonly Change[]): DraftInput {
  const participants = toDraftParticipants(graph);
  const draft: Draft = {
    parties: graph.envelope.detectedParties ?? [],
    participants,
    fields: toDraftFields(graph, participants),
    rest: {},
    changed: { participants: false, fields: false },
  };
  changes.forEach((change, index) => APPLY[change.do](draft, change, `/changes/${index}`));
  const { changed, rest } = draft;
  return {
    ...rest,
    ...(changed.participants ? { participants: draft.participants } : {}),
    ...(changed.participants || changed.fields
      ? { fields: toFieldInputs(draft.fields, draft.participants) }
      : {}),
  };
}

function setRecipient(draft: Draft, change: Change, path: string): void {
  const { recipient, name, email, role, order, party, authentication, phone } = change;
  const index =
    recipient === undefined
      ? draft.participants.findIndex((participant) => participant.email === email)
      : requirePersonIndex(draft.participants, recipient, `${path}/recipient`);
  const before = draft.participants[index];
  const missing = (['name', 'email'] as const).filter((property) => change[property] === undefined);
  if (before === undefined && missing.length > 0)
    throw createInvalidRefusal(
      missing.map((property) => ({ path: `${path}/${property}`, message: 'is required' })),
    );
  const orders = draft.participants.map(({ orderIndex }) => orderIndex);
  const detected = party === undefined ? undefined : requirePartyIndex(draft, party, path);
  const after: DraftParticipant = {
    ...(before ?? { name: name ?? '', email: email ?? '', orderIndex: Math.max(-1, ...orders) + 1 }),
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(role === undefined ? {} : { role }),
    ...(order === undefined ? {} : { orderIndex: order - 1 }),
    ...(detected === undefined ? {} : { detectedPartyIndex: detected }),
    ...(authentication === undefined
      ? {}
      : { authentication: buildAuthentication(authentication, phone, path) }),
  };
  draft.participants =
    before === undefined ? [...draft.participants, after] : draft.participants.with(index, after);
  draft.changed.participants = true;
  setFields(
    draft,
    draft.fields.map((field) => {
      const isTheirs =
        (before !== undefined && field.owner === before) ||
        (detected !== undefined && field.owner === null && field.input.partyIndex === detected);
      return isTheirs ? { ...field, owner: after } : field;
    }),
  );
}

function buildAuthentication(
  method: NonNullable<Change['authentication']>,
  phone: string | undefined,
  path: string,
): DraftParticipant['authentication'] {
  if (method !== 'sms_code') return { method };
  if (phone === undefined)
    throw createInvalidRefusal([{ path: `${path}/phone`, message: 'is required by sms_code' }]);
  return { method, phone };
}

function requirePartyIndex({ parties }: Draft, named: string, path: string): number {
  const wanted = named.trim().toLowerCase();
  const found = parties.find(({ name, roleLabel }) =>
    [name, roleLabel].some((word) => word?.trim().toLowerCase() === wanted),
  );
  if (found !== undefined) return found.index;
  const listed = parties.map(({ name, roleLabel }) => roleLabel ?? name ?? '').join(', ');
  throw createInvalidRefusal([
    {
      path: `${path}/party`,
      message: `was not found in the document${listed === '' ? '' : `: use one of ${listed}`}`,
    },
  ]);
}

function requireOwner(draft: Draft, { recipient = '' }: Change, path: string): DraftParticipant {
  const index = requirePersonIndex(draft.participants, recipient, `${path}/recipient`);
  const owner = draft.participants[index];
  if (owner === undefined) throw new Error(`no participant ${index}`);
  return owner;
}

/** Returns a test for the suggested fields that a change refers to: those of one recipient, or all. */
function matchSuggestions(draft: Draft, change: Change, path: string): (field: DraftField) => boolean {
  const owner = change.recipient === undefined ? null : requireOwner(draft, change, path);
  return (field) => field.input.source === 'detected' && (owner === null || field.owner === owner);
}

/** Returns the role that a field keeps when it no longer has an owner: the person who filled it in before. */
function toSyntheticRole({ name, email }: DraftParticipant): Partial<FieldInput> {
  return { partyIndex: null, syntheticRoleId: email.slice(0, 100), syntheticRoleName: name };
}

function setFields(draft: Draft, fields: DraftField[]): void {
  draft.fields = fields;
  draft.changed.fields = true;
}

function updateField(
  draft: Draft,
  change: Change,
  path: string,
  update: (field: DraftField) => Omit<DraftField, 'id'>,
): void {
  const index = requireFieldIndex(draft, change.field, path);
  const field = draft.fields[index];
  if (field !== undefined) setFields(draft, draft.fields.with(index, { id: field.id, ...update(field) }));
}

function requireFieldIndex({ fields }: Draft, named: string | undefined, path: string): number {
  const index = fields.findIndex(({ id }) => id !== null && id === named);
  if (index === -1)
    throw createInvalidRefusal([
      {
        path: `${path}/field`,
        message: 'is not a field of this envelope: read_envelope with show=fields lists them',
      },
    ]);
  return index;
}

function getFieldProperties({ label, required, options, value }: Change): Partial<FieldInput> {
  return {
    ...(label === undefined ? {} : { label }),
    ...(required === undefined ? {} : { required }),
    ...(options === undefined ? {} : { options }),
    ...(value === undefined ? {} : { prefillValue: value === '' ? null : value }),
  };
}

/**
 * Returns the place of a new field: an anchor or a position. A field at a position has, by default, the size
 * of its type on a US Letter page.
 */
function toFieldPlace(change: Change): Partial<FieldInput> {
  const { page, x, y, width, height } = change;
  if (change.after === undefined && isPlaced(change)) {
    const usual = getDefaultSize(change.type ?? 'signature');
    return {
      ...{ page, x, y },
      width: width ?? usual.width / LETTER.width,
      height: height ?? usual.height / LETTER.height,
    };
  }
  return {
    anchor: toAnchor(change),
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
  };
}

function toAnchor({ after = '', near, where, last, page }: Change): NonNullable<FieldInput['anchor']> {
  return {
    text: after,
    ...(near === undefined ? {} : { near }),
    ...(where === undefined ? {} : { place: where }),
    ...(last === true ? { occurrence: 'last' as const } : {}),
    ...(page === undefined ? {} : { page }),
  };
}

function moveField(input: FieldInput, change: Change): FieldInput {
  const { page: _page, x: _x, y: _y, anchor: _anchor, ...kept } = input;
  if (change.after !== undefined) return { ...kept, ...toFieldPlace(change) };
  const { page, x, y, width, height } = change;
  return {
    ...input,
    anchor: null,
    ...(page === undefined ? {} : { page }),
    ...(x === undefined ? {} : { x }),
    ...(y === undefined ? {} : { y }),
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
  };
}
