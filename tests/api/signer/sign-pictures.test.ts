import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { examplePicture } from '../../pdf/support/seal-request-example.ts';
import { UNDECODABLE_PICTURES } from '../../pdf/support/undecodable-pictures.ts';
import { expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, sendDraft, SIGNATURE } from '../../support/envelopes.ts';
import { dataUrl, picture } from '../../support/pictures.ts';
import { tokenOf, type WireGraph } from '../../support/signer.ts';

const api = useApi({ work: true });
const sound = { kind: 'drawn', image: picture() };

async function sent() {
  const { apiKey: key } = await api.tenant();
  const initials = { ...SIGNATURE, type: 'initials', y: 0.4 };
  const graph = (await sendDraft(api, key, {
    participants: [ALICE],
    fields: [SIGNATURE, initials].map((field) => ({ ...field, participantIndex: 0 })),
  })) as WireGraph;
  const token = await tokenOf(api, graph, ALICE.email);
  const sign = (marks: object) =>
    api.ask('POST /api/signer/sign', { key: token, body: { values: [], ...marks } });
  const read = async () =>
    (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id: graph.envelope.id } })).json.envelope;
  return { sign, read };
}

describe('422', () => {
  it('for a picture that could not be sealed, with its path, changing nothing', async () => {
    const { sign, read } = await sent();
    for (const [name, bytes] of UNDECODABLE_PICTURES) {
      const type = name.includes('PNG') ? 'image/png' : 'image/jpeg';
      const unsound = { kind: 'uploaded', image: dataUrl(type, bytes) };
      expectIssues(await sign({ signature: unsound, initials: sound }), ['/signature/image']);
      expectIssues(await sign({ signature: sound, initials: unsound }), ['/initials/image']);
      expectIssues(await sign({ signature: unsound, initials: unsound }), [
        '/signature/image',
        '/initials/image',
      ]);
    }
    expect(await read()).toMatchObject({ status: 'in_progress', completedAt: null });
  });

  it.each([
    ['of nothing', (context: SKRSContext2D) => context.clearRect(0, 0, 600, 200)],
    ['of white', (context: SKRSContext2D) => context.fillRect(0, 0, 600, 200)],
    [
      'of black, which would hide the text below',
      (context: SKRSContext2D) => {
        context.fillStyle = '#000000';
        context.fillRect(0, 0, 600, 200);
      },
    ],
  ])('for a picture %s', async (_, paint) => {
    const { sign, read } = await sent();
    const canvas = createCanvas(600, 200);
    const context = canvas.getContext('2d');
    context.fillStyle = '#ffffff';
    paint(context);
    for (const kind of ['drawn', 'uploaded']) {
      const blank = { kind, image: dataUrl('image/png', canvas.toBuffer('image/png')) };
      const answer = await sign({ signature: blank, initials: blank });
      expectIssues(answer, ['/signature/image', '/initials/image']);
      expect(JSON.stringify(answer.json)).toContain('must show a signature in dark ink');
    }
    expect(await read()).toMatchObject({ status: 'in_progress', completedAt: null });
  });

  it('for typed text that leaves no ink', async () => {
    const { sign } = await sent();
    for (const text of [' ', '\u200b\u2060', '\u2800\u3164']) {
      const typed = { kind: 'typed', text };
      const answer = await sign({ signature: typed, initials: typed });
      expect(answer.status).toBe(422);
      expect(JSON.stringify(answer.json)).toContain('/signature/text');
      expect(JSON.stringify(answer.json)).toContain('/initials/text');
    }
  });

  it('to a picture of more than 2,000 pixels', async () => {
    const { sign } = await sent();
    const large = { kind: 'uploaded', image: picture('png', 2001, 10) };
    expectIssues(await sign({ signature: large, initials: sound }), ['/signature/image']);
  });
});

describe('the seal', () => {
  it('succeeds with every accepted picture', async () => {
    const uploaded = { kind: 'uploaded', image: dataUrl('image/jpeg', examplePicture('jpeg')) };
    const largest = { kind: 'uploaded', image: picture('png', 2000, 2000) };
    for (const marks of [
      { signature: sound, initials: uploaded },
      { signature: largest, initials: { kind: 'typed', text: '👩🏽‍🚀 龍' } },
    ]) {
      const { sign, read } = await sent();
      expect((await sign(marks)).json).toEqual({ status: 'completed' });
      await api.until('the seal', async () => (await read()).sealedAt);
    }
  });
});
