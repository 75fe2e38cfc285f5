import { describe, expect, it } from 'vitest';
import { draft, type DraftInput } from '#domain/envelope/draft.ts';
import type { FieldInput } from '#domain/envelope/fields.ts';
import { isAnnotation } from '#domain/field/answer.ts';
import { FIELD_TYPES } from '#domain/field/catalogue.ts';
import { accepted, after, BOX, draftGraph, factsAt, PEOPLE, refused } from '../../support/graphs.ts';

const facts = factsAt();
const KEY_OWNER = { name: 'Key', email: 'key@acme.example' };
const put = (input: DraftInput, graph = draftGraph()) => draft(graph, input, KEY_OWNER, facts);
/** Annotations have no participant. */
const OWN = { participantIndex: undefined } as const;
const field = (extra: Partial<FieldInput>): FieldInput => ({ ...BOX, participantIndex: 0, ...extra });

describe('fields', () => {
  it.each<[string, Partial<FieldInput>, string[]]>([
    ['for nobody', { participantIndex: undefined }, ['']],
    ['for nobody, by null', { participantIndex: null, partyIndex: null, syntheticRoleId: null }, ['']],
    ['for a participant who is not there', { participantIndex: 2 }, ['/participantIndex']],
    ['on a page that is not there', { page: 4 }, ['/page']],
    ['beyond the right edge', { x: 0.9 }, ['/width']],
    ['beyond the bottom edge', { y: 0.99 }, ['/height']],
    ['of a dropdown without options', { type: 'dropdown' }, ['/options']],
    ['of a dropdown with none', { type: 'dropdown', options: [] }, ['/options']],
    ['of a text with options', { type: 'text', options: ['a'] }, ['/options']],
    ['with an option twice', { type: 'radio', options: ['a', 'a'] }, ['/options']],
    ['of a signature that is prefilled', { prefillValue: 'Alice' }, ['/prefillValue']],
    ['of an attachment that is prefilled', { type: 'attachment', prefillValue: 'a.pdf' }, ['/prefillValue']],
    ['with a prefilled date that is none', { type: 'date', prefillValue: '1.1.2027' }, ['/prefillValue']],
    [
      'with a prefilled choice that is none',
      { type: 'dropdown', options: ['a'], prefillValue: 'b' },
      ['/prefillValue'],
    ],
    ['of a checkbox that a machine fills', { type: 'checkbox', autoSource: 'signer_name' }, ['/autoSource']],
    ['of a signature that a machine fills', { autoSource: 'signer_name' }, ['/autoSource']],
    ['locked without a value', { type: 'text', locked: true }, ['/locked']],
    ['of a note for somebody', { type: 'note' }, ['/participantIndex']],
    [
      'of a strikethrough that asks something',
      { ...OWN, type: 'strikethrough', required: true, hint: 'Here', private: true },
      ['/required', '/hint', '/private'],
    ],
    [
      'of a note with a condition',
      { ...OWN, type: 'note', condition: { all: [{ key: 'signature', isFilled: true }] } },
      ['/condition'],
    ],
    [
      'of more choices than there are options',
      { type: 'choices', options: ['a', 'b'], validation: { min: 3 } },
      ['/validation/min'],
    ],
    [
      'of no choices at least',
      { type: 'choices', options: ['a'], validation: { min: 0 } },
      ['/validation/min'],
    ],
    [
      'wrong in every way',
      { page: 9, x: 0.95, y: 0.99, participantIndex: 7, options: ['a'], locked: true },
      ['/participantIndex', '/page', '/width', '/height', '/options', '/locked'],
    ],
  ])('are refused %s', (_name, extra, paths) => {
    const decision = put({ fields: [field({}), field(extra)] });
    expect(refused(decision)).toEqual({
      code: 'validation_failed',
      paths: paths.map((path) => `/fields/1${path}`),
    });
  });

  it.each<[string, Partial<FieldInput>]>([
    ['that end exactly at the edges', { x: 0.8, y: 0.95 }],
    ['that end at the edges but for rounding', { x: 0.1 + 0.7, width: 0.2000000001 }],
    ['of a party that detection found', { participantIndex: undefined, partyIndex: 3 }],
    ['of a role that is no participant yet', { participantIndex: undefined, syntheticRoleId: 'buyer' }],
    ['locked with a value', { type: 'text', locked: true, prefillValue: 'x' }],
    ['locked and filled by a machine', { type: 'date', locked: true, autoSource: 'signed_date' }],
    ['with an empty prefill', { type: 'number', prefillValue: '' }],
  ])('are taken %s', (_name, extra) => {
    expect(put({ fields: [field(extra)] }).kind).toBe('accept');
  });

  it.each(FIELD_TYPES)('may be of type %s', (type) => {
    const options = type === 'dropdown' || type === 'choices' ? { options: ['a'] } : {};
    const owner = isAnnotation({ type }) ? OWN : {};
    expect(put({ fields: [field({ type, ...options, ...owner })] }).kind).toBe('accept');
  });

  it('default to a required manual signature, with null for omitted properties', () => {
    const { fields } = after(draftGraph(), put({ fields: [field({})] }));
    expect(fields).toMatchObject([
      {
        type: 'signature',
        required: true,
        source: 'manual',
        locked: false,
        label: null,
        options: null,
        group: null,
        prefillValue: null,
        autoSource: null,
        proposedAutoSource: null,
        value: null,
        attachments: [],
        filledAt: null,
        partyIndex: null,
      },
    ]);
  });

  it('have no label if it is empty, so signers see the type', () => {
    const { fields } = after(draftGraph(), put({ fields: [field({ label: '' }), field({ label: 'Here' })] }));
    expect(fields.map(({ label }) => label)).toEqual([null, 'Here']);
  });

  it('belong to the participant matched to their party', () => {
    const participants = [PEOPLE[0], { ...PEOPLE[1], detectedPartyIndex: 5 }];
    const graph = after(
      draftGraph(),
      put({
        participants,
        fields: [
          { ...BOX, partyIndex: 5 },
          { ...BOX, partyIndex: 6 },
        ],
      }),
    );
    expect(graph.fields.map(({ participantId }) => participantId)).toEqual([graph.participants[1]?.id, null]);
  });

  it('keep their source if they replace a field in the same place', () => {
    const graph = draftGraph();
    const detected = {
      ...graph,
      fields: graph.fields.map((one) => ({ ...one, source: 'detected' as const })),
    };
    const { fields } = after(detected, put({ fields: [field({}), field({ x: 0.5 })] }, detected));
    expect(fields.map(({ source }) => source)).toEqual(['detected', 'manual']);
  });

  it('take the source that the sender sets, so a detected field can be accepted and restored', () => {
    const graph = draftGraph();
    const detected = {
      ...graph,
      fields: graph.fields.map((one) => ({ ...one, source: 'detected' as const })),
    };
    const accepted = after(detected, put({ fields: [field({ source: 'manual' })] }, detected));
    expect(accepted.fields.map(({ source }) => source)).toEqual(['manual']);
    const again = after(accepted, put({ fields: [field({ source: 'detected', x: 0.4 })] }, accepted));
    expect(again.fields.map(({ source }) => source)).toEqual(['detected']);
  });

  it('can be on any page while the document is missing', () => {
    const awaiting = draftGraph({ deliveryMode: 'upload', documents: [], fields: [] });
    expect(put({ fields: [field({ page: 900 })] }, awaiting).kind).toBe('accept');
  });
});

describe('participants', () => {
  it('must come with fields, since replacing them deletes theirs', () => {
    expect(refused(put({ participants: PEOPLE }))).toEqual({ code: 'validation_failed', paths: ['/fields'] });
  });

  it('are created anew each time, in array order', () => {
    const graph = draftGraph();
    const { participants } = after(graph, put({ participants: [PEOPLE[1], PEOPLE[0]], fields: [] }, graph));
    expect(participants.map(({ name, orderIndex }) => [name, orderIndex])).toEqual([
      ['Bob', 0],
      ['Alice', 1],
    ]);
    expect(graph.participants.map(({ id }) => id)).not.toContain(participants[0]?.id);
  });

  it('are checked against the fields of the same call', () => {
    expect(
      refused(put({ participants: [PEOPLE[0]], fields: [field({ participantIndex: 1 })] })).paths,
    ).toEqual(['/fields/0/participantIndex']);
  });
});

describe('policy', () => {
  it('allows the consumer disclosure only under ESIGN, whichever changes', () => {
    const disclosed = draftGraph({ policy: { consumerDisclosure: true } });
    expect(refused(put({ policy: { legalFramework: 'uk_ses' } }, disclosed)).paths).toEqual([
      '/policy/consumerDisclosure',
    ]);
    expect(refused(put({ policy: { consumerDisclosure: true, legalFramework: 'none' } })).paths).toEqual([
      '/policy/consumerDisclosure',
    ]);
    expect(put({ policy: { legalFramework: 'uk_ses', consumerDisclosure: false } }, disclosed).kind).toBe(
      'accept',
    );
  });

  it('requires an expiry in the future', () => {
    expect(refused(put({ policy: { expiresAt: facts.now } })).paths).toEqual(['/policy/expiresAt']);
    expect(put({ policy: { expiresAt: '2027-03-01T09:00:00.001Z' } }).kind).toBe('accept');
  });

  it.each(['eidas_aes', 'eidas_qes'] as const)('does not offer %s', (legalFramework) => {
    expect(refused(put({ policy: { legalFramework } }))).toEqual({
      code: 'legal_framework_unavailable',
      details: { legalFramework },
    });
  });

  it('is cleared by null, and unchanged if omitted', () => {
    const graph = draftGraph({
      policy: {
        expiresAt: '2027-05-01T00:00:00.000Z',
        reminderPolicy: { firstAfterDays: 1, everyDays: 1, maxReminders: 1 },
      },
    });
    expect(after(graph, put({ policy: {} }, graph)).envelope.expiresAt).toBe('2027-05-01T00:00:00.000Z');
    expect(
      after(graph, put({ policy: { expiresAt: null, reminderPolicy: null } }, graph)).envelope,
    ).toMatchObject({ expiresAt: null, reminderPolicy: null });
  });
});

describe('the log', () => {
  it('lists the parts that were sent', () => {
    const changed = (input: DraftInput) => accepted(put(input)).events.map(({ payload }) => payload);
    expect(changed({ displayName: 'x', metadata: null, sender: null })).toEqual([
      { changed: ['sender', 'displayName', 'metadata'] },
    ]);
    expect(changed({ participants: [], fields: [] })).toEqual([{ changed: ['participants', 'fields'] }]);
  });
});

describe('the sender', () => {
  it('is the one given, or the caller for null', () => {
    const named = after(draftGraph(), put({ sender: { name: 'Sales', email: 's@acme.example' } }));
    expect(named.envelope).toMatchObject({ senderName: 'Sales', senderEmail: 's@acme.example' });
    expect(after(named, put({ sender: null }, named)).envelope).toMatchObject({
      senderName: 'Key',
      senderEmail: 'key@acme.example',
    });
  });
});
