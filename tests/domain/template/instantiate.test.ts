import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draft } from '#domain/envelope/draft.ts';
import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import { send } from '#domain/envelope/send.ts';
import { archive, restore } from '#domain/template/archive.ts';
import { fromEnvelope, type FromEnvelopeInput } from '#domain/template/from-envelope.ts';
import { instantiate, type InstantiateInput } from '#domain/template/instantiate.ts';
import type { TemplateGraph } from '#domain/template/template.ts';
import { after, BOX, draftGraph, factsAt, NOW, PREPARED, SOURCES } from '../../support/graphs.ts';

const SENDER = { userId: 'user_1', name: 'Olga', email: 'olga@acme.example' };
const recipient = (name: string) => ({ name, email: `${name}@example.com` });

/** A template with a role for each flag, and a text field for each, labeled like its role. */
function templateOf(
  roles: readonly { readonly isSender?: boolean; readonly optional?: boolean }[],
  extra: Partial<FromEnvelopeInput> = {},
): TemplateGraph {
  const source = draftGraph({
    participants: roles.map((_, index) => recipient(`p${index}`)),
    fields: roles.map((_, index) => ({ ...BOX, type: 'text', participantIndex: index, label: `r${index}` })),
  });
  const input = {
    name: 'Template',
    namePattern: null,
    roles: roles.map((role, index) => ({
      ...role,
      name: `r${index}`,
      participantId: source.participants[index]?.id,
    })),
    lockedFieldIds: [],
    ...extra,
  };
  const saved = fromEnvelope(source, input, factsAt());
  if (saved.kind === 'refuse') throw new Error(JSON.stringify(saved.details));
  return saved.graph;
}

function madeFrom(template: TemplateGraph, input: Partial<InstantiateInput>): EnvelopeGraph {
  const made = instantiate(
    template,
    {
      ...{ id: 'env_2', recipients: {}, prefill: {}, displayName: undefined, senderOrder: undefined },
      sender: SENDER,
      ...input,
    },
    factsAt(),
  );
  if (made.kind === 'refuse') throw new Error(JSON.stringify(made.details));
  return after(made.empty, made.create(made.empty));
}

describe('an envelope from a template', () => {
  it('has a participant for each filled role, in order, with only their fields', () => {
    const roles = fc.array(fc.record({ optional: fc.boolean(), taken: fc.boolean() }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(roles, fc.nat(7), fc.option(fc.nat(9), { nil: undefined }), (flags, place, senderOrder) => {
        const sender = place % flags.length;
        const template = templateOf(
          flags.map(({ optional }, index) => ({ optional, isSender: index === sender })),
        );
        const named = flags.flatMap(({ optional, taken }, index) =>
          index !== sender && (taken || !optional) ? [index] : [],
        );
        const recipients = Object.fromEntries(named.map((index) => [`r${index}`, recipient(`n${index}`)]));
        const { envelope, participants, fields } = madeFrom(template, { recipients, senderOrder });

        const others = named.map((index) => `r${index}`);
        const order = [...named, sender].sort((a, b) => a - b).map((index) => `r${index}`);
        const moved = [...others.slice(0, senderOrder), `r${sender}`, ...others.slice(senderOrder)];
        expect(participants.map(({ apiRoleName }) => apiRoleName)).toEqual(
          senderOrder === undefined ? order : moved,
        );
        expect(participants.map(({ orderIndex }) => orderIndex)).toEqual(
          participants.map((_, index) => index),
        );
        const roleOf = new Map(participants.map(({ id, apiRoleName }) => [id, apiRoleName]));
        expect(fields.map(({ label }) => label)).toEqual(order);
        for (const field of fields) expect(roleOf.get(field.participantId ?? '')).toBe(field.label);
        expect(envelope).toMatchObject({ version: 1, status: 'draft', templateId: template.template.id });
      }),
      { numRuns: 300 },
    );
  });

  it('keeps prefilled values for its name, except removed ones', () => {
    const template = templateOf([{}, { optional: true }]);
    const { envelope, fields } = madeFrom(template, {
      recipients: { r0: recipient('a') },
      prefill: { r0: 'Malmö', r1: 'nobody’s' },
    });
    expect(envelope.prefill).toEqual({ r0: 'Malmö', r1: 'nobody’s' });
    expect(fields.map(({ prefillValue }) => prefillValue)).toEqual(['Malmö']);
    expect(
      madeFrom(template, { recipients: { r0: recipient('a') }, prefill: { r0: '' } }).envelope.prefill,
    ).toBeNull();
  });

  it('locks fields that have a value', () => {
    const template = templateOf([{}]);
    const locked = { ...template, fields: template.fields.map((field) => ({ ...field, locked: true })) };
    const recipients = { r0: recipient('a') };
    expect(madeFrom(locked, { recipients }).fields[0]?.locked).toBe(false);
    expect(madeFrom(locked, { recipients, prefill: { r0: 'x' } }).fields[0]?.locked).toBe(true);
  });
});

describe('a draft from a template', () => {
  const pattern = '{role:r0.name} / {role:r1.name} / {recipient_name}';
  const template = templateOf([{}, { isSender: true }, { optional: true }], { namePattern: pattern });
  const graph = madeFrom(template, { recipients: { r0: recipient('Ann'), r2: recipient('Wim') } });
  const renamed = (names: readonly string[]): EnvelopeGraph => {
    const participants = names.map((name) => (name === 'Olga' ? SENDER : recipient(name)));
    return after(graph, draft(graph, { participants, fields: [] }, SENDER, factsAt()));
  };

  it.each([
    ['nothing changes', ['Ann', 'Olga', 'Wim'], ['r0', 'r1', 'r2']],
    ['the order changes', ['Olga', 'Wim', 'Ann'], ['r1', 'r2', 'r0']],
    ['somebody else comes in', ['Bea', 'Olga', 'Wim'], ['r0', 'r1', 'r2']],
    ['one goes', ['Olga', 'Wim'], ['r1', 'r2']],
    ['one is added', ['Ann', 'Olga', 'Wim', 'New'], ['r0', 'r1', 'r2', null]],
  ])('keeps its roles when %s', (_what, names, roles) => {
    expect(renamed(names).participants.map(({ apiRoleName }) => apiRoleName)).toEqual(roles);
  });

  it('is named on sending, from the recipients at that time', () => {
    const sources = { ...SOURCES, templateName: 'Template', senderRoleName: 'r1' };
    expect(after(graph, send(graph, sources, factsAt())).envelope.displayName).toBe('Ann / Olga / Ann');
    const changed = renamed(['Olga', 'Bea']);
    expect(after(changed, send(changed, sources, factsAt())).envelope.displayName).toBe('Olga / Bea');
  });

  it('drops its pattern for a new explicit name only', () => {
    const echoed = after(graph, draft(graph, { displayName: 'Template' }, SENDER, factsAt()));
    expect(echoed.envelope).toMatchObject({ displayName: 'Template', namePattern: pattern });
    const named = after(graph, draft(graph, { displayName: 'Mine' }, SENDER, factsAt()));
    expect(named.envelope).toMatchObject({ displayName: 'Mine', namePattern: null });
  });
});

describe('saving a template', () => {
  it('is refused until detection is done', () => {
    const graph = draftGraph();
    const detecting = { ...graph, envelope: { ...graph.envelope, status: 'detecting' as const } };
    const input = { name: 'x', namePattern: null, roles: [], lockedFieldIds: [] };
    expect(fromEnvelope(detecting, input, factsAt())).toMatchObject({ code: 'invalid_state' });
  });

  it('leaves the sealed file with the envelope', () => {
    const graph = draftGraph({ participants: [recipient('a')], fields: [] });
    const sealed = { ...PREPARED, variant: 'sealed' as const };
    const roles = [{ name: 'A', participantId: graph.participants[0]?.id }];
    const input = { name: 'x', namePattern: null, roles, lockedFieldIds: [] };
    const saved = fromEnvelope({ ...graph, documents: [...graph.documents, sealed] }, input, factsAt());
    if (saved.kind === 'refuse') throw new Error('refused');
    expect(new Set(saved.graph.documents.map(({ variant }) => variant))).toEqual(
      new Set(['original', 'prepared']),
    );
  });

  it('can be archived and restored once each', () => {
    const { template } = templateOf([{}]);
    const later = '2027-03-02T09:00:00.000Z';
    const archived = archive(template, later);
    expect(archived).toEqual({ ...template, archivedAt: later, updatedAt: later });
    expect(archive(archived, NOW)).toBe(archived);
    expect(restore(archived, NOW)).toEqual({ ...template, archivedAt: null, updatedAt: NOW });
    expect(restore(template, later)).toBe(template);
  });
});
