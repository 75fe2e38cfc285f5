import { describe, expect, it } from 'vitest';
import { NO_DETAILS } from '#domain/field/details.ts';
import { LIMITS } from '#domain/limits.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import type { WireParticipant } from '#wire/participant.ts';
import { fieldInput, participantInput } from '#wire/draft.ts';
import {
  createField,
  createParticipant,
  withField,
  withFieldChanged,
  withParticipant,
  moveParticipant,
  withParticipantChanged,
  withPolicy,
  withoutParticipant,
} from '#ui/editor/draft/changes.ts';
import type { Draft } from '#ui/editor/draft/draft.ts';
import { findDraftProblems } from '#ui/editor/sending/problems.ts';
import { readDraft } from '#ui/editor/draft/read-draft.ts';
import { withoutNulls, writeDraft } from '#ui/editor/draft/write-draft.ts';

type WireField = WireGraph['fields'][number];

const NOW = '2026-11-21T09:00:00.000Z';

function participant(id: string, name: string): WireParticipant {
  return {
    id,
    envelopeId: 'env_1',
    organizationId: 'org_1',
    orderIndex: 0,
    name,
    email: `${name.toLowerCase()}@example.com`,
    status: 'pending',
    consentedAt: null,
    signedAt: null,
    authentication: { method: 'link', phone: null, provider: null },
    canDelegate: true,
    delegatedFrom: [],
    signing: { method: 'click' },
    signedWith: null,
    authenticatedAt: null,
    declinedAt: null,
    lastViewedAt: null,
    declineReason: null,
    lastIpAddress: null,
    lastUserAgent: null,
    createdAt: NOW,
    updatedAt: NOW,
    company: null,
    title: 'Director',
    language: 'de',
    message: 'For you',
    role: 'signer',
    delivery: 'email',
    detectedPartyIndex: 3,
  };
}

function field(id: string, change: Partial<WireField>): WireField {
  return {
    ...NO_DETAILS,
    placed: true,
    condition: null,
    key: 'place',
    id,
    envelopeId: 'env_1',
    organizationId: 'org_1',
    participantId: null,
    type: 'text',
    page: 2,
    x: 0.1,
    y: 0.2,
    width: 0.3,
    height: 0.04,
    label: 'Place',
    required: true,
    options: null,
    source: 'detected',
    prefillValue: null,
    locked: false,
    autoSource: null,
    proposedAutoSource: 'signer_company',
    value: null,
    attachment: null,
    attachments: [],
    filledAt: null,
    createdAt: NOW,
    updatedAt: NOW,
    partyIndex: null,
    syntheticRoleId: null,
    syntheticRoleName: null,
    group: null,
    ...change,
  };
}

function graph(participants: WireParticipant[], fields: WireField[]): WireGraph {
  const none = {
    sentAt: null,
    completedAt: null,
    declinedAt: null,
    voidedAt: null,
    expiredAt: null,
    sealedAt: null,
  };
  return {
    ...{ versionNumber: 1, previousVersion: null, nextVersion: null, replacedBy: null },
    envelope: {
      ...none,
      id: 'env_1',
      documents: [],
      documentStatus: 'received',
      documentRefusal: null,
      organizationId: 'org_1',
      copies: [],
      teamId: 'team_1',
      templateId: null,
      templateContentHash: null,
      status: 'draft',
      detectionStatus: 'none',
      version: 3,
      originalFilename: 'lease.pdf',
      displayName: 'Lease',
      sourceFormat: 'pdf',
      contentHash: null,
      documentHash: null,
      pageCount: 4,
      sizeBytes: 1,
      deliveryMode: 'upload',
      legalFramework: 'esign_ueta',
      consumerDisclosure: true,
      expiresAt: null,
      scheduledSendAt: null,
      createdAt: NOW,
      updatedAt: NOW,
      reminderPolicy: null,
      metadata: null,
      senderUserId: null,
      senderName: 'Sam',
      senderEmail: 'sam@example.com',
      detectedParties: [{ index: 1, name: 'Grace', email: null, roleLabel: 'Tenant', fieldCount: 1 }],
      message: { subject: 'Lease', body: null },
      document: { notices: [] },
    },
    participants: participants.map((one, orderIndex) => ({ ...one, orderIndex })),
    fields,
  };
}

describe('groups', () => {
  it('are read as “with the previous one”, and written as order indexes for everyone', () => {
    const people = ['Ada', 'Bob', 'Cyd'].map((name, index) => participant(`part_${index}`, name));
    const read = readDraft(graph(people, []));
    expect(writeDraft(read).participants[0]).not.toHaveProperty('orderIndex');
    const grouped = withParticipantChanged(read, 'part_2', { withPrevious: true });
    const body = writeDraft(grouped);
    expect(body.participants.map(({ orderIndex }) => orderIndex)).toEqual([0, 1, 1]);
    const again = graph(people, []);
    const back = readDraft({
      ...again,
      participants: again.participants.map((one, index) => ({ ...one, orderIndex: index === 0 ? 3 : 8 })),
    });
    expect(back.participants.map(({ withPrevious }) => withPrevious)).toEqual([false, false, true]);
  });
});

describe('reading and writing a draft', () => {
  it('round-trips participants with their fields', () => {
    const read = readDraft(
      graph(
        [participant('part_1', 'Ada'), participant('part_2', 'Bob')],
        [
          field('fld_1', {
            participantId: 'part_2',
            autoSource: 'signed_date',
            type: 'date',
            syntheticRoleId: 'buyer',
            syntheticRoleName: 'Buyer',
          }),
          field('fld_2', {
            participantId: 'part_1',
            partyIndex: 3,
            type: 'dropdown',
            options: ['a', 'b'],
            group: 'g',
          }),
        ],
      ),
    );
    const body = writeDraft(read);
    expect(body.participants).toEqual([
      {
        name: 'Ada',
        email: 'ada@example.com',
        company: null,
        title: 'Director',
        language: 'de',
        message: 'For you',
        role: 'signer',
        canDelegate: true,
        detectedPartyIndex: 3,
      },
      {
        name: 'Bob',
        email: 'bob@example.com',
        company: null,
        title: 'Director',
        language: 'de',
        message: 'For you',
        role: 'signer',
        canDelegate: true,
        detectedPartyIndex: 3,
      },
    ]);
    expect(body.message).toEqual({ subject: 'Lease', body: null });
    expect(body.fields).toMatchObject([
      {
        participantIndex: 1,
        autoSource: 'signed_date',
        proposedAutoSource: 'signer_company',
        syntheticRoleId: 'buyer',
        syntheticRoleName: 'Buyer',
      },
      { participantIndex: 0, partyIndex: 3, options: ['a', 'b'], group: 'g', label: 'Place' },
    ]);
    expect(body.fields.map(({ source }) => source)).toEqual(['detected', 'detected']);
    expect(body.policy).toEqual({
      legalFramework: 'esign_ueta',
      consumerDisclosure: true,
      expiresAt: null,
      reminderPolicy: null,
    });
    for (const input of body.fields) expect(fieldInput.safeParse(input).error).toBeUndefined();
    for (const input of body.participants) expect(participantInput.safeParse(input).error).toBeUndefined();
  });

  it('keeps a participant without an address, and their fields, as a role', () => {
    let draft = withParticipant(readDraft(graph([], [])), createParticipant('k1'));
    draft = withParticipantChanged(draft, 'k1', { name: 'Landlord' });
    draft = withField(
      draft,
      createField({
        key: 'f1',
        type: 'signature',
        page: 1,
        place: { x: 0, y: 0, width: 0.3, height: 0.1 },
        participantKey: 'k1',
      }),
    );
    const body = writeDraft(draft);
    expect(body.participants).toEqual([]);
    expect(body.fields).toMatchObject([
      { participantIndex: null, syntheticRoleId: 'slot_k1', syntheticRoleName: 'Landlord' },
    ]);

    const stored = field('fld_1', {
      type: 'signature',
      proposedAutoSource: null,
      syntheticRoleId: 'slot_k1',
      syntheticRoleName: 'Landlord',
    });
    const again = readDraft(graph([], [stored]));
    expect(again.participants).toMatchObject([{ name: 'Landlord', email: '' }]);
    const named = withParticipantChanged(again, again.participants[0]?.key ?? '', {
      email: 'lee@example.com',
    });
    expect(writeDraft(named).fields).toMatchObject([
      { participantIndex: 0, syntheticRoleId: null, syntheticRoleName: null },
    ]);
  });

  it('fits the maximum number of fields into one request', () => {
    const one = createField({
      key: 'f1',
      type: 'attachment',
      page: 2000,
      place: { x: 0.123456, y: 0.123456, width: 0.123456, height: 0.123456 },
      participantKey: 'part_1',
    });
    const draft = readDraft(graph([participant('part_1', 'Ada')], []));
    const fields = Array.from({ length: LIMITS.fieldsMax }, (_, index) => ({ ...one, key: `f${index}` }));
    const body = withoutNulls(writeDraft({ ...draft, fields }));
    expect(JSON.stringify(body).length).toBeLessThan(LIMITS.jsonBodyMaxBytes);
    for (const property of ['label', 'group', 'partyIndex', 'syntheticRoleId', 'prefillValue'])
      expect(body.fields[0]).not.toHaveProperty(property);
    expect(fieldInput.safeParse(body.fields[0]).error).toBeUndefined();
  });

  it('shows a detected party as a participant to complete', () => {
    const draft = readDraft(graph([], [field('fld_1', { partyIndex: 1 })]));
    expect(draft.participants).toMatchObject([{ name: 'Grace', email: '', detectedPartyIndex: 1 }]);
    expect(writeDraft(draft).fields).toMatchObject([{ participantIndex: null, partyIndex: 1 }]);
    const named = withParticipantChanged(draft, draft.participants[0]?.key ?? '', {
      email: 'grace@example.com',
    });
    expect(writeDraft(named)).toMatchObject({
      participants: [{ detectedPartyIndex: 1 }],
      fields: [{ participantIndex: 0, partyIndex: 1 }],
    });
  });
});

describe('changing a draft', () => {
  const start = (): Draft =>
    readDraft(
      graph(
        [participant('part_1', 'Ada'), participant('part_2', 'Bob')],
        [field('fld_1', { participantId: 'part_1' })],
      ),
    );

  it('removes a participant with their fields', () => {
    const draft = withoutParticipant(start(), 'part_1');
    expect(draft.participants.map(({ name }) => name)).toEqual(['Bob']);
    expect(draft.fields).toEqual([]);
  });

  it('changes the order within its ends, and the fields follow their participant', () => {
    const draft = moveParticipant(start(), 'part_1', 9);
    expect(draft.participants.map(({ name }) => name)).toEqual(['Bob', 'Ada']);
    expect(writeDraft(draft).fields[0]).toMatchObject({ participantIndex: 1 });
  });

  it('drops properties that do not fit the type, and a lock without a value', () => {
    const locked = withFieldChanged(start(), 'fld_1', { prefillValue: 'x', locked: true });
    expect(locked.fields[0]).toMatchObject({ locked: true });
    expect(withFieldChanged(locked, 'fld_1', { prefillValue: '' }).fields[0]).toMatchObject({
      locked: false,
    });
    expect(withFieldChanged(locked, 'fld_1', { type: 'signature' }).fields[0]).toMatchObject({
      prefillValue: '',
      locked: false,
    });
  });

  it('turns the disclosure off for other frameworks', () => {
    expect(withPolicy(start(), { legalFramework: 'eidas_ses' }).policy.consumerDisclosure).toBe(false);
  });
});

describe('problems', () => {
  it('finds none in a draft that is ready', () => {
    const ready = readDraft(
      graph([participant('part_1', 'Ada')], [field('fld_1', { participantId: 'part_1' })]),
    );
    expect(findDraftProblems(ready, NOW)).toEqual([]);
  });

  it('distinguishes what prevents saving from what prevents sending', () => {
    let draft = withParticipant(readDraft(graph([], [])), createParticipant('k1'));
    draft = withField(
      draft,
      createField({
        key: 'f1',
        type: 'dropdown',
        page: 1,
        place: { x: 0, y: 0, width: 0.3, height: 0.1 },
        participantKey: 'k1',
      }),
    );
    draft = withFieldChanged(draft, 'f1', { options: [] });
    draft = withPolicy({ ...draft, displayName: ' ' }, { expiresAt: NOW });
    const found = findDraftProblems(draft, NOW).map(({ blocks, property }) => `${blocks} ${property}`);
    expect(found).toEqual(['save displayName', 'save expiresAt', 'send name', 'send email', 'save options']);
  });

  it('asks for a larger box where not all options fit', () => {
    const place = { x: 0.1, y: 0.1, width: 150 / 595, height: 60 / 842 };
    const made = createField({ key: 'f1', type: 'choices', page: 1, place, participantKey: 'k1' });
    const options = Array.from({ length: 9 }, (_, index) => `Extra number ${index + 1}`);
    const sizes = { of: () => ({ width: 595, height: 842 }) };
    const listProblems = (change: object) =>
      findDraftProblems(withField(readDraft(graph([], [])), { ...made, options, ...change }), NOW, sizes)
        .filter(({ property }) => property === 'options')
        .map(({ blocks }) => blocks);
    expect(listProblems({})).toEqual(['send']);
    expect(listProblems({ height: 0.2 })).toEqual([]);
    expect(listProblems({ options: options.slice(4) })).toEqual([]);
  });

  it('asks for a participant', () => {
    expect(findDraftProblems(readDraft(graph([], [])), NOW)).toMatchObject([
      { blocks: 'send', property: 'participants' },
    ]);
  });
});

describe('a new field', () => {
  const made = (type: 'date' | 'text') =>
    createField({
      key: 'f1',
      type,
      page: 1,
      place: { x: 0, y: 0, width: 0.3, height: 0.1 },
      participantKey: '',
    });

  it('shows a date as people write it in the signer’s language', () => {
    expect(made('date').format).toEqual({ pattern: 'locale', decimals: null, currency: null });
    expect(made('text').format).toBeNull();
  });
});
