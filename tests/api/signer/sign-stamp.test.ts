import { createCanvas } from '@napi-rs/canvas';
import { hash } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, sendDraft, SIGNATURE } from '../../support/envelopes.ts';
import { continueSigning, SITE, startSigning } from '../../support/passkey-signing.ts';
import { renderedPages, scratchDirectory, textOf, writtenTo } from '../../support/pdf.ts';
import { dataUrl } from '../../support/pictures.ts';
import { eventsOf } from '../../support/traces.ts';
import { tokenOf, type WireGraph } from '../../support/signer.ts';
import { createVirtualPasskey } from '../../support/virtual-passkey.ts';

const api = useApi({ work: true });
const scratch = scratchDirectory();
afterAll(() => scratch.remove());

const SIGNED = { kind: 'typed', text: ALICE.name } as const;
const BOX = { page: 1, x: 0.5, y: 0.5, width: 0.3, height: 0.2 };
const PNG = redStamp();
const STAMP = { kind: 'uploaded', image: dataUrl('image/png', PNG) } as const;
const HASH = hash('sha256', PNG, 'hex');

/** A round red stamp on nothing, twice as wide as it is high. */
function redStamp(): Buffer {
  const canvas = createCanvas(400, 200);
  const context = canvas.getContext('2d');
  context.fillStyle = '#c01020';
  context.beginPath();
  context.ellipse(200, 100, 200, 100, 0, 0, 2 * Math.PI);
  context.fill();
  return canvas.toBuffer('image/png');
}

async function sent(more: object = {}, field: object = {}) {
  const { apiKey: key } = await api.tenant();
  const stamp = { ...BOX, type: 'stamp', label: 'Company stamp', ...field };
  const graph = (await sendDraft(api, key, {
    participants: [{ ...ALICE, ...more }],
    fields: [SIGNATURE, stamp].map((field) => ({ ...field, participantIndex: 0 })),
  })) as WireGraph;
  const { id } = graph.envelope;
  const token = await tokenOf(api, graph, ALICE.email);
  const sign = (marks: object) =>
    api.ask('POST /api/signer/sign', { key: token, body: { values: [], signature: SIGNED, ...marks } });
  const read = async () => (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json;
  const download = async (variant: string) => {
    const { bytes } = await api.call('GET', `/api/v1/envelopes/${id}/document?variant=${variant}`, { key });
    return writtenTo(scratch.path, `${variant}.pdf`, bytes);
  };
  const signedEvent = async () =>
    (await eventsOf(api, key, id)).find(({ action }) => action === 'participant.signed')?.payload;
  return { graph, token, sign, read, download, signedEvent };
}

it('is drawn into its box in its own colors and proportions, logged and certified', async () => {
  const { sign, read, download, signedEvent } = await sent();
  expect((await sign({ stamp: STAMP })).json).toEqual({ status: 'completed' });
  expect(await signedEvent()).toMatchObject({ initialsHash: null, stampHash: HASH });
  await api.until('the seal', async () => (await read()).envelope.sealedAt);
  const { fields } = await read();
  expect(fields.map(({ value }) => value)).toEqual([ALICE.name, 'uploaded']);

  const file = await download('sealed');
  const [sheet] = renderedPages(file, 1, 72);
  if (sheet === undefined) throw new Error('the sealed file has no page');
  const { width, height, pixels } = sheet;
  const red = Array.from({ length: width * height }, (_, at) => at).filter((at) => {
    const [r = 0, g = 0, b = 0] = pixels.subarray(3 * at, 3 * at + 3);
    return r > g + 60 && r > b + 60;
  });
  const [xs, ys] = [red.map((at) => at % width), red.map((at) => Math.floor(at / width))];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  expect((right - left) / (bottom - top)).toBeCloseTo(2, 1);
  expect(left).toBeGreaterThanOrEqual(Math.floor(BOX.x * width) - 1);
  expect(right).toBeLessThanOrEqual(Math.ceil((BOX.x + BOX.width) * width));
  expect(top).toBeGreaterThanOrEqual(Math.floor(BOX.y * height) - 1);
  expect(textOf(file).replaceAll(/\s/g, '')).toContain(HASH);
});

it('is refused if it is missing, typed, drawn or no picture, changing nothing', async () => {
  const { sign, read } = await sent();
  expectIssues(await sign({}), ['/stamp']);
  const broken = { kind: 'uploaded', image: dataUrl('image/png', PNG.subarray(0, 200)) };
  expectIssues(await sign({ stamp: broken }), ['/stamp/image']);
  for (const stamp of [SIGNED, { ...STAMP, kind: 'drawn' }])
    expect([(await sign({ stamp })).status, JSON.stringify((await sign({ stamp })).json)]).toEqual([
      422,
      expect.stringContaining('/stamp/kind'),
    ]);
  expect((await read()).envelope.status).toBe('in_progress');
});

it('is not logged if no field shows it', async () => {
  const { sign, signedEvent, read } = await sent({}, { required: false });
  expect((await sign({ stamp: STAMP })).json).toEqual({ status: 'completed' });
  expect(await signedEvent()).not.toHaveProperty('stampHash');
  const fields = (await read()).fields.map(({ type, value }) => [type, value]);
  expect(fields).toEqual([
    ['signature', ALICE.name],
    ['stamp', null],
  ]);
});

it('is part of what a passkey signs', async () => {
  const { token, signedEvent } = await sent({ signing: { method: 'passkey' } });
  const passkey = createVirtualPasskey(SITE);
  const started = await startSigning(api, token, {
    ...{ values: [], signature: SIGNED, stamp: STAMP, language: 'en' },
  });
  const { attempt, next, statement } = started.json;
  expect(JSON.parse(statement)).toMatchObject({ initialsHash: null, stampHash: HASH });
  const created = await continueSigning(api, token, { attempt, created: passkey.create(next.create) });
  const signed = await continueSigning(api, token, {
    ...{ attempt, passkey: passkey.get(created.json.next.options) },
  });
  expect(signed.json).toEqual({ status: 'completed' });
  expect(await signedEvent()).toMatchObject({ stampHash: HASH, proof: { kind: 'passkey' } });
});
