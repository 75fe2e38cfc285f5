import { afterAll, describe, expect, it } from 'vitest';
import { useApi } from '../support/api.ts';
import { sendDraft, SIGNATURE } from '../support/envelopes.ts';
import { scratchDirectory, textOf, writtenTo } from '../support/pdf.ts';
import { tokenOf, type WireGraph } from '../support/signer.ts';
import { eventsOf } from '../support/traces.ts';

const api = useApi({ work: true });
const directory = scratchDirectory();
afterAll(directory.remove);

const LUIS = { name: 'Luis Ortega', email: 'luis@example.com' };
const TEUEA = { name: 'Teuea Toatu', email: 'teuea@example.com' };
const DAY = { ...SIGNATURE, type: 'date', height: 0.03, autoSource: 'signed_date' };

/** Signs on a device in a time zone while the program's clock shows this time. */
async function sign(graph: WireGraph, who: typeof LUIS, at: string, timeZone: string): Promise<void> {
  api.clock.now = new Date(at);
  const answer = await api.ask('POST /api/signer/sign', {
    key: await tokenOf(api, graph, who.email),
    body: { values: [], signature: { kind: 'typed', text: who.name }, timeZone },
  });
  expect(answer.status).toBe(200);
}

it('is the day where the signer is, on the page and in the log', async () => {
  const { apiKey: key } = await api.tenant();
  const graph = (await sendDraft(api, key, {
    participants: [LUIS, TEUEA],
    fields: [0, 1].flatMap((participantIndex) => [
      { ...SIGNATURE, y: 0.2 + participantIndex * 0.3, participantIndex },
      { ...DAY, y: 0.3 + participantIndex * 0.3, participantIndex },
    ]),
  })) as WireGraph;
  const { id } = graph.envelope;

  // 20:00 on March 1 in Los Angeles, and 09:00 on March 3 in Kiritimati.
  await sign(graph, LUIS, '2027-03-02T04:00:00.000Z', 'America/Los_Angeles');
  await sign(graph, TEUEA, '2027-03-02T19:00:00.000Z', 'Pacific/Kiritimati');

  const read = await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } });
  const days = (read.json as WireGraph).fields.filter((field) => field['type'] === 'date');
  expect(days.map((field) => field['value'])).toEqual(['2027-03-01', '2027-03-03']);
  const signed = (await eventsOf(api, key, id)).filter(({ action }) => action === 'participant.signed');
  expect(signed.map(({ payload }) => payload['timeZone'])).toEqual([
    'America/Los_Angeles',
    'Pacific/Kiritimati',
  ]);

  await api.until('the seal', async () => {
    const { json } = await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } });
    return json.envelope.sealedAt;
  });
  const { bytes } = await api.call('GET', `/api/v1/envelopes/${id}/document?variant=sealed`, { key });
  const text = textOf(writtenTo(directory.path, 'sealed.pdf', bytes));
  expect(text).toContain('2027-03-01');
  expect(text).toContain('2027-03-03');
});

describe('without a known time zone', () => {
  it.each([{}, { timeZone: 'Moon/Tranquility' }])('is the day in UTC: %j', async (where) => {
    const { apiKey: key } = await api.tenant();
    const graph = (await sendDraft(api, key, {
      participants: [LUIS],
      fields: [
        { ...SIGNATURE, participantIndex: 0 },
        { ...DAY, y: 0.3, participantIndex: 0 },
      ],
    })) as WireGraph;
    api.clock.now = new Date('2027-03-02T04:00:00.000Z');
    const body = { values: [], signature: { kind: 'typed' as const, text: LUIS.name }, ...where };
    const answer = await api.ask('POST /api/signer/sign', {
      key: await tokenOf(api, graph, LUIS.email),
      body,
    });
    expect(answer.status).toBe(200);
    const { id } = graph.envelope;
    const { json } = await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } });
    const days = (json as WireGraph).fields.filter((field) => field['type'] === 'date');
    expect(days.map((field) => field['value'])).toEqual(['2027-03-02']);
  });
});
