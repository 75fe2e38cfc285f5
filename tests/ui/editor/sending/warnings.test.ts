import { describe, expect, it } from 'vitest';
import { createField, createParticipant } from '#ui/editor/draft/changes.ts';
import type { Draft } from '#ui/editor/draft/draft.ts';
import { previewView } from '#ui/editor/preview/preview-view.ts';
import { buildPlan } from '#ui/editor/sending/plan.ts';
import { describeReminders } from '#ui/kit/reminder-words.ts';
import { listWarnings } from '#ui/editor/sending/warnings.ts';
import { toWireGraph } from '#wire/envelope-graph.ts';
import { signerViewSchema } from '#wire/signer-view.ts';
import { draftGraph } from '../../../support/graphs.ts';

const person = (key: string) => ({ ...createParticipant(key), name: key, email: `${key}@example.com` });
const placed = (key: string, type: 'signature' | 'text', participantKey: string) =>
  createField({ key, type, page: 1, place: { x: 0.1, y: 0.1, width: 0.2, height: 0.05 }, participantKey });
const DRAFT: Draft = {
  displayName: 'Lease',
  message: { subject: '', body: '' },
  copies: [],
  participants: [person('ada'), person('bob')],
  fields: [placed('one', 'signature', 'ada'), placed('two', 'text', 'bob')],
  policy: { legalFramework: 'esign_ueta', consumerDisclosure: true, expiresAt: null, reminderPolicy: null },
};

const said = (draft: Draft, sendAt: string | null = null) =>
  listWarnings(draft, sendAt).map(({ message }) => message);

describe('warnings before sending', () => {
  it('are empty if everyone has a field to fill in', () => {
    expect(listWarnings(DRAFT, null)).toEqual([]);
  });

  it('include missing signatures, participants without fields, and repeated addresses', () => {
    const draft = {
      ...DRAFT,
      participants: [...DRAFT.participants, { ...person('carol'), email: 'ADA@example.com' }],
      fields: DRAFT.fields.slice(1),
    };
    expect(said(draft)).toEqual([
      'There’s no signature field, so no signature will appear on the document.',
      'No fields for ada and carol. They’ll only confirm the document.',
      'Listed more than once: ada@example.com',
    ]);
    expect(listWarnings(draft, null).map(({ about, property }) => [about, property])).toEqual([
      [{ kind: 'envelope' }, 'fields'],
      [{ kind: 'participant', key: 'ada' }, 'fields'],
      [{ kind: 'participant', key: 'carol' }, 'email'],
    ]);
  });

  it('include suggestions that have not been reviewed', () => {
    const found = (count: number): Draft => ({
      ...DRAFT,
      fields: DRAFT.fields.map((field, index) => (index < count ? { ...field, source: 'detected' } : field)),
    });
    expect(said(found(1))).toEqual(['1 suggested field hasn’t been reviewed. It’ll be sent as it is.']);
    expect(said(found(2))).toEqual([
      '2 suggested fields haven’t been reviewed. They’ll be sent as they are.',
    ]);
  });

  it('include an expiry within a day of sending', () => {
    const draft = { ...DRAFT, policy: { ...DRAFT.policy, expiresAt: '2030-05-03T00:00:00.000Z' } };
    expect(said(draft, '2030-05-02T12:00:00.000Z')).toEqual(['It expires less than a day after it’s sent.']);
    expect(said(draft, '2030-05-01T12:00:00.000Z')).toEqual([]);
  });
});

describe('who hears of an envelope', () => {
  const [ada, bob, carol] = [person('ada'), { ...person('bob'), withPrevious: true }, person('carol')];
  const copy = (key: string, when: 'sent' | 'completed') => ({
    ...{ key, name: key, email: `${key}@example.com` },
    ...{ language: null, when },
  });

  it('is everyone when their turn comes, with what is special about them', () => {
    const draft: Draft = {
      ...DRAFT,
      participants: [
        { ...ada, authentication: 'access_code' },
        { ...bob, delivery: 'in_person' },
        { ...carol, role: 'approver' },
      ],
      copies: [copy('dora', 'sent'), copy('elif', 'completed')],
    };
    const shown = buildPlan(draft, null).map(({ when, people }) => [
      when,
      people.map(({ name, position, notes }) => [name, position, ...notes]),
    ]);
    expect(shown).toEqual([
      [
        'Now',
        [
          ['ada', 0, 'Email link and access code', '1 field'],
          ['bob', 1, 'In person, on your device', '1 field'],
          ['dora', null, 'Copy'],
        ],
      ],
      ['After ada and bob', [['carol', 2, 'Approver', 'No fields']]],
      ['When completed', [['elif', null, 'Copy']]],
    ]);
    expect(buildPlan(draft, '2030-05-01T12:00:00.000Z')[0]?.when).toContain('2030');
  });
});

describe('reminders in words', () => {
  it.each([
    [null, 'No automatic reminders'],
    [
      { firstAfterDays: 1, everyDays: 1, maxReminders: 1 },
      'First after 1 day · then every day · at most once',
    ],
    [
      { firstAfterDays: 3, everyDays: 1, maxReminders: 5 },
      'First after 3 days · then every day · at most 5 times',
    ],
    [
      { firstAfterDays: 1, everyDays: 2, maxReminders: 5 },
      'First after 1 day · then every 2 days · at most 5 times',
    ],
  ])('%j', (policy, words) => expect(describeReminders(policy)).toBe(words));
});

describe('the view of a preview', () => {
  it('matches the signer API: own fields, the order of others, and the disclosure', () => {
    const { envelope } = toWireGraph(draftGraph());
    const branding = {
      displayName: 'Acme',
      logoUrl: null,
      accentColor: null,
      logoWidth: null,
      logoHeight: null,
      isTest: false,
    };
    const view = previewView({ draft: DRAFT, participantKey: 'bob', envelope, branding });
    expect(signerViewSchema.parse(view)).toEqual(view);
    expect(view?.fields.map(({ id, displayLabel }) => [id, displayLabel])).toEqual([['two', 'Text']]);
    expect(view?.participants).toEqual([
      { orderIndex: 0, status: 'signed' },
      { orderIndex: 1, status: 'pending' },
    ]);
    expect(view?.isMyTurn).toBe(true);
    expect(view?.disclosure?.paragraphs.length).toBeGreaterThan(0);
    expect(previewView({ draft: DRAFT, participantKey: 'nobody', envelope, branding })).toBeNull();
  });
});
