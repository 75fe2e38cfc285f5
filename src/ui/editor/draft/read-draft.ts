import { pickDetails } from '#domain/field/details.ts';
import { listOwnKeys } from '#domain/field/key.ts';
import { readRule } from '#domain/field/rules/dependencies.ts';
import { UNASSIGNED } from '#domain/field/unassigned-role.ts';
import type { Draft, DraftField, DraftParticipant, Slot } from './draft.ts';
import { OWN_ROLE_PREFIX } from './draft.ts';
import type { EditedGraph } from './edited-graph.ts';

type EditedField = EditedGraph['fields'][number];

/** Reads a draft from an envelope: its participants in order, then the roles and parties without a person. */
export function readDraft(graph: EditedGraph): Draft {
  const { envelope } = graph;
  const participants = graph.participants.map((participant, position): DraftParticipant => ({
    key: participant.id,
    name: participant.name,
    email: participant.email,
    company: participant.company ?? '',
    language: participant.language,
    title: participant.title ?? '',
    role: participant.role,
    delivery: participant.delivery,
    authentication: participant.authentication.method,
    accessCode: '',
    hasAccessCode: participant.authentication.method === 'access_code',
    phone: participant.authentication.phone ?? '',
    provider: participant.authentication.provider ?? '',
    signing: participant.signing,
    canDelegate: participant.canDelegate,
    message: participant.message ?? '',
    withPrevious: participant.orderIndex === graph.participants[position - 1]?.orderIndex,
    detectedPartyIndex: participant.detectedPartyIndex,
    slot: { kind: 'role', id: `${OWN_ROLE_PREFIX}${participant.id}` },
  }));
  const open = openSlots(graph);
  const keys = resolveKeys(graph.fields);
  return {
    displayName: envelope.displayName,
    participants: [...participants, ...open.values()],
    fields: graph.fields.map((field, index) => readField(field, keys[index] ?? '', open)),
    policy: {
      legalFramework: envelope.legalFramework,
      consumerDisclosure: envelope.consumerDisclosure,
      expiresAt: envelope.expiresAt,
      reminderPolicy: envelope.reminderPolicy,
    },
    message: { subject: envelope.message?.subject ?? '', body: envelope.message?.body ?? '' },
    copies: envelope.copies.map(({ id: key, name, email, language, when }) => ({
      ...{ key, name, email, language, when },
    })),
  };
}

/** Keys that rules refer to stay the same, even if the label changes. */
function resolveKeys(fields: readonly EditedField[]): readonly string[] {
  const read = new Set(fields.flatMap((field) => readRule(field).keys));
  const own = listOwnKeys(fields);
  return fields.map(({ key }, index) => (read.has(key) ? key : (own[index] ?? '')));
}

function openSlots(graph: EditedGraph): Map<string, DraftParticipant> {
  const open = new Map<string, DraftParticipant>();
  for (const field of graph.fields) {
    const slot = getSlot(field);
    if (field.participantId !== null || slot === null || open.has(toSlotKey(slot))) continue;
    const party =
      slot.kind === 'party'
        ? graph.envelope.detectedParties?.find(({ index }) => index === slot.index)
        : undefined;
    open.set(toSlotKey(slot), {
      key: toSlotKey(slot),
      name: party?.name ?? party?.roleLabel ?? field.syntheticRoleName ?? '',
      email: party?.email ?? '',
      company: '',
      language: null,
      title: '',
      role: 'signer',
      delivery: 'email',
      authentication: 'link',
      accessCode: '',
      hasAccessCode: false,
      phone: '',
      provider: '',
      signing: { method: 'click' },
      canDelegate: null,
      message: '',
      withPrevious: false,
      detectedPartyIndex: slot.kind === 'party' ? slot.index : null,
      slot,
    });
  }
  return open;
}

function getSlot(field: EditedField): Slot | null {
  if (field.partyIndex !== null) return { kind: 'party', index: field.partyIndex };
  const id = field.syntheticRoleId;
  return id === null || id === UNASSIGNED.syntheticRoleId ? null : { kind: 'role', id };
}

function toSlotKey(slot: Slot): string {
  return slot.kind === 'role' ? slot.id : `party_${slot.index}`;
}

function readField(
  field: EditedField,
  fieldKey: string,
  open: ReadonlyMap<string, DraftParticipant>,
): DraftField {
  const slot = getSlot(field);
  const key = slot === null ? '' : toSlotKey(slot);
  const isOwnRole = field.syntheticRoleId?.startsWith(OWN_ROLE_PREFIX) ?? false;
  return {
    ...pickDetails(field),
    key: field.id,
    fieldKey,
    type: field.type,
    page: field.page,
    x: field.x,
    y: field.y,
    width: field.width,
    height: field.height,
    participantKey: field.participantId ?? (open.has(key) ? key : ''),
    source: field.source,
    label: field.label ?? '',
    required: field.required,
    options: field.options ?? [],
    group: field.group ?? '',
    prefillValue: field.prefillValue ?? '',
    locked: field.locked,
    autoSource: field.autoSource,
    proposedAutoSource: field.proposedAutoSource,
    partyIndex: field.partyIndex,
    syntheticRoleId: isOwnRole ? null : field.syntheticRoleId,
    syntheticRoleName: isOwnRole ? null : field.syntheticRoleName,
  };
}
