import { expect } from 'vitest';
import { found, idOf, versionIn, type ScriptedClient } from './client.ts';
import { ADA, AGREEMENT, BEN, CARLA, pagesPdf, type World } from './world.ts';

type Prepare = (world: World) => Promise<string>;
/** Something a person asks an agent to do. */
export type Task = {
  readonly words: string;
  /** Creates what the request is about. */
  readonly prepare?: Prepare;
  /** Does it with the tools, and returns what the person is told. */
  readonly act: (client: ScriptedClient) => Promise<string>;
  /** Expects it to be done; `made` is what was prepared. */
  readonly holds: (world: World, made: string, told: string) => Promise<void>;
};

const envelopeNamed = async ({ call }: ScriptedClient, query: string, title = query) =>
  idOf(await call('find_envelopes', { query }), title);

/** Changes a draft that the request names. */
const editing =
  (title: string, changes: (shown: string) => readonly object[]): Task['act'] =>
  async (client) => {
    const envelope = await envelopeNamed(client, title);
    const shown = await client.call('read_envelope', { envelope, show: 'fields' });
    return await client.call('edit_draft', {
      ...{ envelope, version: versionIn(shown), changes: changes(shown) },
    });
  };
const draft =
  (title: string): Prepare =>
  (world) =>
    world.draft(title);
const sent =
  (title: string): Prepare =>
  (world) =>
    world.sent(title);
const completed =
  (title: string): Prepare =>
  (world) =>
    world.completed(title);

/** Requests in people's own words. */
export const TASKS: readonly Task[] = [
  {
    words: 'Send this NDA to Ada and Ben, Ada first, and remind them weekly.',
    act: async (client) => {
      const created = await client.call('create_draft', {
        ...{ name: 'Mutual NDA.pdf', recipients: [ADA, BEN] },
      });
      const envelope = idOf(created, 'Mutual NDA · env_');
      await client.upload(created, await pagesPdf([['MUTUAL NDA', 'First party:', 'Second party:']]));
      const read = await client.call('read_document', { envelope });
      const edited = await client.call('edit_draft', {
        ...{ envelope, version: versionIn(read) },
        changes: [
          { do: 'place', type: 'signature', recipient: ADA.name, after: 'First party:' },
          { do: 'place', type: 'signature', recipient: BEN.name, after: 'Second party:' },
          { do: 'set_reminders', first_after_days: 7, every_days: 7 },
        ],
      });
      return await client.call('send', { envelope, version: versionIn(edited) });
    },
    holds: async ({ graph }, _made, told) => {
      const { envelope, participants } = await graph(idOf(told, 'Mutual NDA · env_'));
      expect(envelope.status).toBe('in_progress');
      expect(envelope.reminderPolicy).toMatchObject({ firstAfterDays: 7, everyDays: 7 });
      expect(participants.map(({ email }: { email: string }) => email)).toEqual([ADA.email, BEN.email]);
    },
  },
  {
    words: 'Who hasn’t signed yet?',
    prepare: sent('Supply contract'),
    act: ({ call }) => call('find_envelopes', { waiting_on: 'others' }),
    holds: async (_world, made, told) => {
      const line = told.split('\n').find((one) => one.startsWith(made));
      expect(line).toContain(`waiting for ${ADA.name}`);
    },
  },
  {
    words: 'Is anything waiting for me?',
    act: ({ call }) => call('find_envelopes', { waiting_on: 'me' }),
    holds: async (_world, _made, told) => expect(told).toContain('0 envelopes'),
  },
  {
    words: 'What does the Okafor agreement say about termination?',
    prepare: sent('Okafor agreement'),
    act: async (client) => {
      const envelope = await envelopeNamed(client, 'Okafor agreement');
      return await client.call('read_document', { envelope });
    },
    holds: async (_world, _made, told) => expect(told).toContain('terminate with 60 days written notice'),
  },
  {
    words: 'Ben’s address on the loan agreement is wrong. It’s ben@okafor.example.',
    prepare: sent('Loan agreement'),
    act: async (client) => {
      const envelope = await envelopeNamed(client, 'Loan agreement');
      return await client.call('correct_recipient', {
        ...{ envelope, recipient: 'Ben', email: 'ben@okafor.example' },
      });
    },
    holds: async ({ graph }, made) =>
      expect((await graph(made)).participants[1].email).toBe('ben@okafor.example'),
  },
  {
    words: 'Place the missing signature on the last page of the lease, under “Tenant”, for Ben.',
    prepare: (world) =>
      world.draft('Office lease', AGREEMENT, {
        fields: [
          { type: 'signature', page: 2, x: 0.3, y: 0.2, width: 0.3, height: 0.06, participantIndex: 0 },
        ],
      }),
    act: editing('Office lease', () => [
      { do: 'place', type: 'signature', recipient: 'Ben', after: 'Signature:', near: 'TENANT' },
    ]),
    holds: async ({ graph }, made, told) => {
      const { fields, participants } = await graph(made);
      const own = fields.find((field: any) => field.participantId === participants[1].id);
      expect(own).toMatchObject({ type: 'signature', page: 2, placed: true });
      expect(told).toContain('Nothing is missing');
    },
  },
  {
    words: 'Send the partnership draft on March 8 at 9, UTC.',
    prepare: draft('Partnership'),
    act: async (client) => {
      const envelope = await envelopeNamed(client, 'Partnership');
      const version = versionIn(await client.call('read_envelope', { envelope }));
      return await client.call('send', { envelope, version, at: '2027-03-08T09:00:00Z' });
    },
    holds: async ({ graph }, made) =>
      expect((await graph(made)).envelope.scheduledSendAt).toBe('2027-03-08T09:00:00.000Z'),
  },
  {
    words: 'Take the sponsoring agreement back, I want to change it.',
    prepare: sent('Sponsoring'),
    act: async (client) => {
      const envelope = await envelopeNamed(client, 'Sponsoring');
      return await client.call('void', { envelope, back_to_draft: true });
    },
    holds: async ({ graph }, made) => expect((await graph(made)).envelope.status).toBe('draft'),
  },
  {
    words: 'Void the Contoso order: we agreed otherwise.',
    prepare: sent('Contoso order'),
    act: async (client) => {
      const envelope = await envelopeNamed(client, 'Contoso order');
      return await client.call('void', { envelope, reason: 'We agreed otherwise.' });
    },
    holds: async ({ graph }, made) => expect((await graph(made)).envelope.status).toBe('voided'),
  },
  {
    words: 'Remind whoever has to sign the maintenance contract.',
    prepare: async ({ api, sent: make }) => {
      const made = await make('Maintenance contract');
      api.clock.now = new Date(api.clock.now.getTime() + 26 * 3_600_000);
      return made;
    },
    act: async (client) => {
      const envelope = await envelopeNamed(client, 'Maintenance contract');
      return await client.call('remind', { envelope });
    },
    holds: async ({ api, tenant }, made) => {
      const path = `/api/v1/envelopes/${made}/events`;
      const { json } = await api.call('GET', path, { key: tenant.apiKey });
      expect(json.items.map(({ action }: any) => action)).toContain('participant.reminder_sent');
    },
  },
  {
    words: 'Is the signed franchise agreement genuine?',
    prepare: completed('Franchise agreement'),
    act: async (client) => {
      const envelope = await envelopeNamed(client, 'Franchise agreement');
      return await client.call('verify', { envelope });
    },
    holds: async (_world, _made, told) => {
      expect(told).toContain('Seal: passed');
      expect(told).not.toContain('FAILED');
    },
  },
  {
    words: 'Give me the sealed PDF of the distribution agreement.',
    prepare: completed('Distribution agreement'),
    act: async (client) => {
      const envelope = await envelopeNamed(client, 'Distribution agreement');
      return await client.call('get_file', { envelope, variant: 'sealed' });
    },
    holds: async ({ api }, _made, told) => {
      const { pathname, search } = new URL(found(told, /sealed: (\S+)/));
      const file = await api.call('GET', pathname + search);
      expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    },
  },
  {
    words: 'What are fee and term of the signed Engines agreement?',
    prepare: completed('Engines agreement'),
    act: async (client) => {
      const envelope = await envelopeNamed(client, 'Engines agreement');
      const terms = await client.call('read_contract_data', { envelope });
      return `${terms}\n${await client.call('read_document', { envelope, pages: '1' })}`;
    },
    holds: async (_world, _made, told) => expect(told).toMatch(/USD 12,500[^]*12 months/),
  },
  {
    words: 'When did the asset purchase go out, and who has opened it?',
    prepare: sent('Asset purchase'),
    act: async (client) => {
      const envelope = await envelopeNamed(client, 'Asset purchase');
      return await client.call('read_history', { envelope });
    },
    holds: async (_world, _made, told) => expect(told).toMatch(/2027-03-\d\d .*sent/i),
  },
  {
    words: 'Call the joint venture draft “Joint venture 2027”, and let it expire at the end of the year.',
    prepare: draft('Joint venture'),
    act: editing('Joint venture', () => [
      { do: 'rename', name: 'Joint venture 2027' },
      { do: 'set_expiry', date: '2027-12-31T23:59:59Z' },
    ]),
    holds: async ({ graph }, made) =>
      expect((await graph(made)).envelope).toMatchObject({
        ...{ displayName: 'Joint venture 2027', expiresAt: '2027-12-31T23:59:59.000Z' },
      }),
  },
  {
    words: 'Put a date below every signature of the escrow draft.',
    prepare: draft('Escrow'),
    act: editing('Escrow', (shown) =>
      [...shown.matchAll(/\[p(\d+) (\.\d+) (\.\d+) \.\d+×(\.\d+)\] · signature · ([^·\n]+)/g)].map(
        ([, page, x, y, height, who = '']) => ({
          ...{ do: 'place', type: 'date', recipient: who.trim() },
          ...{ page: Number(page), x: Number(x), y: Number(y) + Number(height) + 0.02 },
        }),
      ),
    ),
    holds: async ({ graph }, made) => {
      const dates = (await graph(made)).fields.filter(({ type }: any) => type === 'date');
      expect(dates.map(({ x, y }: any) => [x, y])).toEqual([
        [0.1, expect.closeTo(0.88)],
        [0.6, expect.closeTo(0.88)],
      ]);
    },
  },
  {
    words: 'Move Ben’s signature in the royalty draft to the bottom of page 2.',
    prepare: draft('Royalty'),
    act: editing('Royalty', (shown) => [
      { do: 'move', field: idOf(shown, `signature · ${BEN.name}`), page: 2, x: 0.6, y: 0.9 },
    ]),
    holds: async ({ graph }, made) =>
      expect((await graph(made)).fields).toEqual(
        expect.arrayContaining([expect.objectContaining({ page: 2, x: 0.6, y: 0.9 })]),
      ),
  },
  {
    words: 'Dana signs the grant agreement instead of Ben: dana@example.com.',
    prepare: draft('Grant agreement'),
    act: editing('Grant agreement', () => [
      { do: 'set_recipient', recipient: 'Ben', name: 'Dana Dee', email: 'dana@example.com' },
    ]),
    holds: async ({ graph }, made) => {
      const { participants, fields } = await graph(made);
      expect(participants[1]).toMatchObject({ name: 'Dana Dee', email: 'dana@example.com' });
      expect(fields.filter(({ participantId }: any) => participantId === participants[1].id)).toHaveLength(1);
    },
  },
  {
    words: 'Carla has to approve the tender before the others sign it.',
    prepare: draft('Tender'),
    act: editing('Tender', () => [
      { do: 'set_recipient', ...CARLA, role: 'approver', order: 1 },
      { do: 'set_recipient', recipient: ADA.name, order: 2 },
      { do: 'set_recipient', recipient: BEN.name, order: 3 },
    ]),
    holds: async ({ graph }, made) =>
      expect((await graph(made)).participants).toMatchObject([
        { email: CARLA.email, role: 'approver', orderIndex: 0 },
        { email: ADA.email, orderIndex: 1 },
        { email: BEN.email, orderIndex: 2 },
      ]),
  },
  {
    words: 'Add the price list to the frame contract.',
    prepare: draft('Frame contract'),
    act: async (client) => {
      const envelope = await envelopeNamed(client, 'Frame contract');
      const added = await client.call('add_document', { envelope, name: 'Price list.pdf' });
      return await client.upload(added, await pagesPdf([['PRICES']]));
    },
    holds: async ({ graph }, made) =>
      expect((await graph(made)).envelope).toMatchObject({ pageCount: 3, documents: [{}, {}] }),
  },
  {
    words: 'Write to everyone in the donation draft that we look forward to working with them.',
    prepare: draft('Donation'),
    act: editing('Donation', () => [{ do: 'set_message', text: 'We look forward to working with you.' }]),
    holds: async ({ graph }, made) =>
      expect((await graph(made)).envelope.message.body).toContain('look forward'),
  },
  {
    words: 'Make a new draft like last year’s insurance contract.',
    prepare: completed('Insurance contract'),
    act: async (client) => {
      const envelope = await envelopeNamed(client, 'Insurance contract');
      return await client.call('copy', { envelope });
    },
    holds: async ({ graph }, made, told) => {
      const copy = await graph(idOf(told, 'version 1'));
      expect(copy.envelope.id).not.toBe(made);
      expect(copy.envelope.status).toBe('draft');
      expect(copy.fields).toHaveLength(2);
    },
  },
  {
    words: 'Keep the hosting contract as a template called “Hosting”.',
    prepare: draft('Hosting contract'),
    act: async (client) => {
      const envelope = await envelopeNamed(client, 'Hosting contract');
      return await client.call('save_template', { envelope, name: 'Hosting' });
    },
    holds: async ({ api, tenant }, _made, told) => {
      const path = `/api/v1/templates/${idOf(told, 'tpl_')}`;
      const { json } = await api.call('GET', path, { key: tenant.apiKey });
      expect(json.template.name).toBe('Hosting');
      expect(json.roles).toHaveLength(2);
    },
  },
  {
    words: 'Prepare our support template for Carla and Ben.',
    prepare: async ({ api, tenant, draft: make, graph }) => {
      const source = await graph(await make('Support'));
      const roles = source.participants.map(({ id }: { id: string }, index: number) => ({
        ...{ name: ['Customer', 'Engineer'][index], participantId: id },
      }));
      const body = { sourceEnvelopeId: source.envelope.id, name: 'Support template', roles };
      const { json } = await api.call('POST', '/api/v1/templates', { key: tenant.apiKey, body });
      return json.template.id;
    },
    act: async ({ call }) => {
      const template = idOf(await call('find_templates', { query: 'support' }), 'Support template');
      const roles = await call('read_template', { template });
      return await call('create_draft', {
        template,
        recipients: [
          { ...CARLA, role: found(roles, /^1\. (\S+)/m) },
          { ...BEN, role: found(roles, /^2\. (\S+)/m) },
        ],
      });
    },
    holds: async ({ graph }, _made, told) => {
      const { envelope, participants } = await graph(idOf(told, 'version 1'));
      expect(envelope.status).toBe('draft');
      expect(participants).toMatchObject([{ email: CARLA.email }, { email: BEN.email }]);
    },
  },
  {
    words: 'Does the signature in the catering draft cover any text? If so, move it down.',
    prepare: (world) =>
      world.draft('Catering', [['CATERING', 'The caterer provides lunch.']], {
        participants: [ADA],
        fields: [
          { type: 'signature', page: 1, x: 0.1, y: 0.1, width: 0.3, height: 0.06, participantIndex: 0 },
        ],
      }),
    act: async (client) => {
      const envelope = await envelopeNamed(client, 'Catering');
      const seen = await client.call('preview', { envelope });
      const lines = await client.call('read_document', { envelope, as: 'lines' });
      expect(lines).toContain('The caterer provides lunch.');
      await client.call('edit_draft', {
        ...{ envelope, version: versionIn(seen) },
        changes: [{ do: 'move', field: idOf(seen, 'signature'), page: 1, x: 0.1, y: 0.4 }],
      });
      return await client.call('preview', { envelope });
    },
    holds: async ({ graph }, made) =>
      expect((await graph(made)).fields).toMatchObject([{ page: 1, x: 0.1, y: 0.4 }]),
  },
];
