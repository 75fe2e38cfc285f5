import { PDF } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { useApi } from '../support/api.ts';
import { createDraft } from '../support/envelopes.ts';
import { useMcp, type ToolAnswer } from '../support/mcp.ts';

const api = useApi({ work: true });
const mcp = useMcp(api);

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' };
const BEN = { name: 'Ben Okafor', email: 'ben@example.com' };
const textOf = (answer: ToolAnswer) => answer.content.map(({ text }) => text).join('\n');

/** A page with these lines, from top to bottom. */
async function linesPdf(lines: readonly string[]): Promise<Uint8Array> {
  const pdf = PDF.create();
  const page = pdf.addPage({ size: 'a4' });
  lines.forEach((line, index) => page.drawText(line, { x: 72, y: 740 - index * 100, size: 12 }));
  return await pdf.save();
}

/** A draft of a lease with two places to sign, and a function that changes it. */
async function leaseDraft() {
  const tenant = await api.tenant();
  const connected = await mcp.connect(tenant);
  const document = await linesPdf(['LANDLORD', 'Signature:', 'TENANT', 'Signature:']);
  const created = await connected.call('create_draft', {
    ...{ name: 'Lease.pdf', content_base64: Buffer.from(document).toString('base64'), fields: 'none' },
    recipients: [ADA, BEN],
  });
  const { envelope } = created.structuredContent as { envelope: string };
  const edit = async (version: number, ...changes: object[]) =>
    await connected.call('edit_draft', { envelope, version, changes });
  const graph = async () =>
    (await api.call('GET', `/api/v1/envelopes/${envelope}`, { key: tenant.apiKey })).json;
  return { tenant, connected, envelope, edit, graph };
}

const fieldIdsIn = (answer: ToolAnswer) => [...textOf(answer).matchAll(/^(fld_\w+) /gm)].map(([, id]) => id);

describe('a change', () => {
  it('places fields beside texts, and below others', async () => {
    const { edit, graph } = await leaseDraft();
    const placed = await edit(
      1,
      { do: 'place', type: 'signature', recipient: 'ada@example.com', after: 'Signature:', near: 'LANDLORD' },
      { do: 'place', type: 'signature', recipient: 'Ben', after: 'Signature:', near: 'TENANT' },
      { do: 'place', type: 'date', recipient: BEN.name, after: 'Signature:', last: true, where: 'below' },
    );
    expect(fieldIdsIn(placed)).toHaveLength(3);
    expect(textOf(placed)).toContain('Nothing is missing');
    const { fields, participants } = await graph();
    const [ada, ben] = participants.map(({ id }: { id: string }) => id);
    expect(fields).toMatchObject([
      { type: 'signature', participantId: ada, page: 1, placed: true },
      { type: 'signature', participantId: ben, page: 1, placed: true },
      { type: 'date', participantId: ben },
    ]);
    expect(fields[1].y).toBeGreaterThan(fields[0].y);
    expect(fields[2].y).toBeGreaterThan(fields[1].y);
  });

  it('moves, changes and removes fields, and keeps what it does not name', async () => {
    const { edit, graph } = await leaseDraft();
    const placed = await edit(
      1,
      {
        do: 'place',
        type: 'text',
        recipient: 'Ada',
        page: 1,
        x: 0.1,
        y: 0.2,
        label: 'City',
        required: false,
      },
      { do: 'place', type: 'signature', recipient: 'Ada', after: 'Signature:' },
    );
    const [city, signature] = fieldIdsIn(placed);
    const changed = await edit(
      2,
      { do: 'move', field: city, x: 0.5 },
      { do: 'change', field: city, recipient: 'Ben', value: 'Malmö' },
      { do: 'move', field: signature, after: 'TENANT', where: 'below' },
    );
    expect(textOf(changed)).toContain('3 changes made.');
    const { fields, participants } = await graph();
    expect(fields).toMatchObject([
      {
        ...{ type: 'text', label: 'City', required: false, x: 0.5, y: 0.2, prefillValue: 'Malmö' },
        participantId: participants[1].id,
      },
      { type: 'signature', anchor: { text: 'TENANT', place: 'below' } },
    ]);
    const removed = await edit(3, { do: 'remove', field: fieldIdsIn(changed)[0] });
    expect(fieldIdsIn(removed)).toHaveLength(1);
  });

  it('sets recipients: adds, corrects, reorders and removes them, and leaves their fields to be assigned', async () => {
    const { edit, graph } = await leaseDraft();
    await edit(1, { do: 'place', type: 'signature', recipient: 'Ben', after: 'Signature:' });
    const changed = await edit(
      2,
      { do: 'set_recipient', name: 'Cy Young', email: 'cy@example.com', role: 'approver', order: 1 },
      { do: 'set_recipient', recipient: 'Ada Lovelace', email: 'ada@new.example' },
      { do: 'set_recipient', recipient: 'Ben', authentication: 'sms_code', phone: '+46701234567' },
    );
    // Without a gateway, there are no text messages, so nothing at all is changed.
    expect(changed.isError).toBe(true);
    expect((await graph()).envelope.version).toBe(2);
    const done = await edit(
      2,
      { do: 'set_recipient', name: 'Cy Young', email: 'cy@example.com', role: 'approver', order: 1 },
      { do: 'set_recipient', recipient: 'Ada Lovelace', email: 'ada@new.example' },
      { do: 'set_recipient', recipient: 'Ben', authentication: 'email_code', order: 1 },
    );
    expect(done.isError ?? false, textOf(done)).toBe(false);
    const after = await graph();
    expect(after.participants).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'Cy Young', role: 'approver', orderIndex: 0 }),
        expect.objectContaining({ email: 'ada@new.example', orderIndex: 0 }),
        expect.objectContaining({
          name: 'Ben Okafor',
          authentication: expect.objectContaining({ method: 'email_code' }),
        }),
      ]),
    );
    const ben = after.participants.find(({ name }: { name: string }) => name === BEN.name);
    expect(after.fields).toMatchObject([{ participantId: ben.id }]);

    const removed = await edit(3, { do: 'remove_recipient', recipient: 'ben@example.com' });
    expect(textOf(removed)).toContain('nobody yet (Ben Okafor)');
    expect(textOf(removed)).toContain('a recipient for 1 field');
    const [field] = fieldIdsIn(removed);
    const assigned = await edit(4, { do: 'change', field, recipient: 'Ada' });
    expect(textOf(assigned)).toContain('Nothing is missing');
  });

  it('sets message, expiry, reminders and name', async () => {
    const { edit, graph } = await leaseDraft();
    await edit(
      1,
      { do: 'set_message', subject: 'The lease', text: 'Please sign.\nThanks' },
      { do: 'set_expiry', date: '2027-06-01T00:00:00Z' },
      { do: 'set_reminders', every_days: 7, first_after_days: 3 },
      { do: 'rename', name: 'Lease of the mill' },
    );
    const { envelope } = await graph();
    expect(envelope).toMatchObject({
      ...{ displayName: 'Lease of the mill', version: 2, expiresAt: '2027-06-01T00:00:00.000Z' },
      message: { subject: 'The lease', body: 'Please sign.\nThanks' },
      reminderPolicy: { firstAfterDays: 3, everyDays: 7, maxReminders: 5 },
    });
    await edit(
      2,
      { do: 'set_message', text: '' },
      { do: 'set_expiry', date: null },
      { do: 'set_reminders', every_days: 0 },
    );
    expect((await graph()).envelope).toMatchObject({ message: null, expiresAt: null, reminderPolicy: null });
  });

  it('keeps or drops what was suggested', async () => {
    const tenant = await api.tenant();
    const connected = await mcp.connect(tenant);
    const { json } = await createDraft(api, tenant.apiKey, {
      participants: [ADA, BEN],
      fields: [0, 1].map((participantIndex) => ({
        ...{ type: 'signature', source: 'detected', participantIndex },
        ...{ page: 1, x: 0.1 + 0.4 * participantIndex, y: 0.5, width: 0.2, height: 0.05 },
      })),
    });
    const envelope = json.envelope.id as string;
    const kept = await connected.call('edit_draft', {
      ...{ envelope, version: 1 },
      changes: [
        { do: 'keep_suggestions', recipient: 'Ada' },
        { do: 'drop_suggestions', recipient: 'Ben' },
      ],
    });
    const { fields } = (await api.call('GET', `/api/v1/envelopes/${envelope}`, { key: tenant.apiKey })).json;
    expect(fields).toMatchObject([{ source: 'manual' }]);
    expect(textOf(kept)).toContain(`a signature field for ${BEN.name}`);
  });

  it('says that suggestions are to be checked only while there are any', async () => {
    const connected = await mcp.connect(await api.tenant());
    const document = await linesPdf(['Lease', 'Signature: ______________________']);
    const created = await connected.call('create_draft', {
      ...{ name: 'Lease.pdf', content_base64: Buffer.from(document).toString('base64') },
      recipients: [ADA],
    });
    const { envelope, version } = created.structuredContent as { envelope: string; version: number };
    const toCheck = 'draft, not sent, with suggested fields to check';
    expect(textOf(created)).toContain(toCheck);
    const changes = [{ do: 'drop_suggestions' }];
    const dropped = await connected.call('edit_draft', { envelope, version, changes });
    expect(dropped.structuredContent).toMatchObject({ status: 'review' });
    expect(textOf(dropped)).toContain('draft, not sent');
    expect(textOf(dropped)).not.toContain(toCheck);
  });
});

describe('changes', () => {
  it.each<[string, object, RegExp]>([
    ['a field that is not there', { do: 'remove', field: 'fld_x' }, /\/changes\/1\/field is not a field/],
    [
      'a stranger',
      { do: 'place', type: 'date', recipient: 'Cy', after: 'TENANT' },
      /\/changes\/1\/recipient is nobody .* Ada Lovelace \(ada@example\.com\), Ben Okafor/,
    ],
    [
      'a place that is missing',
      { do: 'place', type: 'date', recipient: 'Ada' },
      /\/changes\/1\/after is required/,
    ],
    [
      'a text that is not there',
      { do: 'place', type: 'date', recipient: 'Ada', after: 'Landlady' },
      /"Landlady" is not in the document/,
    ],
    [
      'no type',
      { do: 'place', recipient: 'Ada', after: 'TENANT' },
      /\/changes\/1\/type is required by place/,
    ],
    [
      'a wrong type',
      { do: 'place', type: 'autograph', recipient: 'Ada', after: 'TENANT' },
      /\/changes\/1\/type .*signature/,
    ],
    [
      'a new person without a name',
      { do: 'set_recipient', email: 'cy@example.com' },
      /\/changes\/1\/name is required/,
    ],
    [
      'a party that is not there',
      { do: 'set_recipient', recipient: 'Ada', party: 'Witness' },
      /\/changes\/1\/party was not found/,
    ],
  ])('are made all or none: one names %s', async (_name, change, said) => {
    const { edit, graph } = await leaseDraft();
    const answer = await edit(1, { do: 'rename', name: 'Half' }, change);
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toMatch(/^validation_failed/);
    expect(textOf(answer)).toMatch(said);
    expect((await graph()).envelope).toMatchObject({ displayName: 'Lease', version: 1 });
  });

  it('are refused for what has been sent', async () => {
    const { edit, envelope, tenant } = await leaseDraft();
    await edit(
      1,
      { do: 'place', type: 'signature', recipient: 'Ada', after: 'Signature:' },
      { do: 'place', type: 'signature', recipient: 'Ben', after: 'Signature:', last: true },
    );
    const sent = await api.call('POST', `/api/v1/envelopes/${envelope}/send`, {
      ...{ key: tenant.apiKey, body: { expectedVersion: 2 } },
    });
    expect(sent.status).toBe(200);
    expect(textOf(await edit(sent.json.envelope.version, { do: 'rename', name: 'Late' }))).toMatch(
      /^invalid_state/,
    );
  });
});
