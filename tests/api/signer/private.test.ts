import { afterAll, describe, expect, it } from 'vitest';
import { signerRouter } from '#server/procedures/router.ts';
import type { Meta } from '#server/trpc/init.ts';
import { expectError, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { copyTokenOf } from '../../support/copies.ts';
import { ALICE, BOB, sendDraft, SIGNATURE } from '../../support/envelopes.ts';
import { scratchDirectory, textOf, uncompressed, writtenTo } from '../../support/pdf.ts';
import { signAs, tokenOf, type WireGraph, withQuery } from '../../support/signer.ts';

const api = useApi({ work: true });
const directory = scratchDirectory();
afterAll(directory.remove);

const CAROL = { name: 'Carol', email: 'carol@example.com', when: 'sent' };
const SECRET = 'IBAN-DE44-500105175407324931';
const OPEN = 'Springfield';
const LINE = { page: 1, x: 0.1, width: 0.5, height: 0.03, participantIndex: 0 };

/** Alice has a private answer and an open one, Bob signs after her, and Carol gets a copy. */
async function signedByAlice() {
  const { apiKey: key } = await api.tenant();
  const graph = (await sendDraft(api, key, {
    fields: [
      { ...SIGNATURE, participantIndex: 0 },
      { ...LINE, type: 'text', y: 0.3, label: 'Account', private: true },
      { ...LINE, type: 'text', y: 0.4, label: 'Place' },
      { ...SIGNATURE, x: 0.6, participantIndex: 1 },
    ],
    copies: [CAROL],
  })) as WireGraph;
  const [, account, place] = graph.fields;
  const signed = await signAs(api, graph, ALICE, [
    { fieldId: account?.id ?? '', value: SECRET },
    { fieldId: place?.id ?? '', value: OPEN },
  ]);
  expect(signed.status).toBe(200);
  return { key, graph, id: graph.envelope.id };
}

let files = 0;
function wordsOf(bytes: Uint8Array): string {
  const path = writtenTo(directory.path, `file-${(files += 1)}.pdf`, bytes);
  return `${textOf(path)} ${uncompressed(path)} ${Buffer.from(bytes).toString('latin1')}`;
}

/** Everything that a link can read. */
async function readable(token: string): Promise<string> {
  const found: string[] = [];
  for (const procedure of Object.values(signerRouter._def.procedures)) {
    const { openapi } = (procedure._def.meta ?? {}) as Meta;
    if (openapi?.method !== 'GET') continue;
    for (const query of openapi.path.endsWith('/document') ? ['', '?variant=current'] : ['']) {
      const answer = await api.call('GET', withQuery(openapi.path) + query, { key: token });
      const isPdf = answer.headers.get('content-type') === 'application/pdf';
      found.push(isPdf ? wordsOf(answer.bytes) : JSON.stringify(answer.json));
    }
  }
  return found.join('\n');
}

describe('private answers', () => {
  it(
    'are in nothing that another signer or a copy gets, before and after the seal',
    { timeout: 120_000 },
    async () => {
      const { key, graph, id } = await signedByAlice();
      const others = async () => [
        await tokenOf(api, graph, BOB.email),
        await copyTokenOf(api, graph, CAROL.email),
      ];
      for (const token of await others()) {
        const words = await readable(token);
        expect(words).not.toContain(SECRET);
        expect(words).toContain(OPEN);
      }
      expect(await readable(await tokenOf(api, graph, ALICE.email))).toContain(SECRET);

      await signAs(api, graph, BOB);
      await api.until('the seal', async () => {
        const read = (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json;
        return read.envelope.sealedAt !== null;
      });
      for (const token of await others()) {
        const words = await readable(token);
        expect(words).not.toContain(SECRET);
        expect(words).toContain(OPEN);
        expect(words).toContain('Copy without private answers');
      }
      const own = await api.call('GET', '/api/signer/document', {
        key: await tokenOf(api, graph, ALICE.email, 'copy'),
      });
      expect(wordsOf(own.bytes)).toContain(SECRET);
      const senders = await api.call('GET', `/api/v1/envelopes/${id}/document?variant=sealed`, { key });
      expect(senders.bytes).toEqual(own.bytes);
    },
  );
});

describe('what others filled in', () => {
  it('is shown to later signers, and names and status of everyone, without addresses', async () => {
    const { graph } = await signedByAlice();
    const token = await tokenOf(api, graph, BOB.email);
    const { others } = (await api.ask('GET /api/signer/envelope', { key: token })).json;
    expect(others.map(({ type, value }) => [type, value])).toEqual([
      ['signature', ALICE.name],
      ['text', OPEN],
    ]);
    expect(Object.keys(others[0] ?? {}).sort()).toEqual([
      'fieldId',
      'height',
      'page',
      'type',
      'value',
      'width',
      'x',
      'y',
    ]);
    const invitation = (await api.ask('GET /api/signer/invitation', { key: token })).json;
    expect(invitation.participants).toEqual([
      { name: ALICE.name, role: 'signer', status: 'signed', isTheirTurn: false, isMe: false },
      { name: BOB.name, role: 'signer', status: 'pending', isTheirTurn: true, isMe: true },
    ]);
    expect(JSON.stringify(invitation)).not.toContain(ALICE.email);
  });

  it('is not announced where it will be private', async () => {
    const { apiKey: key } = await api.tenant();
    const theirs = { ...SIGNATURE, x: 0.6, participantIndex: 1 };
    const account = { ...LINE, type: 'text', y: 0.3, private: true, participantIndex: 1 };
    const fields = [{ ...SIGNATURE, participantIndex: 0 }, theirs, account];
    const graph = (await sendDraft(api, key, { fields })) as WireGraph;
    const token = await tokenOf(api, graph, ALICE.email);
    const { openFields } = (await api.ask('GET /api/signer/envelope', { key: token })).json;
    expect(openFields).toMatchObject([{ x: theirs.x, y: theirs.y, person: 1 }]);
  });

  it('is not shown before their turn', async () => {
    const { apiKey: key } = await api.tenant();
    const graph = (await sendDraft(api, key)) as WireGraph;
    const token = await tokenOf(api, graph, BOB.email);
    expect((await api.ask('GET /api/signer/envelope', { key: token })).json.others).toEqual([]);
    expectError(
      await api.call('GET', '/api/signer/document?variant=current', { key: token }),
      'not_your_turn',
    );
  });
});

describe('the document as it is now', () => {
  it('has every answer for the sender, and no parts', async () => {
    const { key, graph, id } = await signedByAlice();
    const read = async (query: string) =>
      await api.call('GET', `/api/v1/envelopes/${id}/document?variant=current${query}`, { key });
    const shown = await read('');
    expect(shown.headers.get('content-disposition')).toMatch(/^inline/);
    for (const word of [SECRET, OPEN, 'In progress']) expect(wordsOf(shown.bytes)).toContain(word);
    expect((await read('&download=true')).headers.get('content-disposition')).toMatch(/^attachment/);
    const [file] = graph.envelope['documents'] as { id: string }[];
    expectIssues(await read(`&document=${file?.id}`), ['/document']);
  });

  it(
    'has the earlier marks before signing, a notice after it, and is the sealed one in the end',
    { timeout: 120_000 },
    async () => {
      const { key, graph, id } = await signedByAlice();
      const current = async (email: string) =>
        await api.call('GET', '/api/signer/document?variant=current&download=true', {
          key: await tokenOf(api, graph, email),
        });
      const bob = wordsOf((await current(BOB.email)).bytes);
      expect(bob).toContain(OPEN);
      expect(bob).not.toContain('In progress');
      const alice = await current(ALICE.email);
      expect(alice.headers.get('content-disposition')).toMatch(/^attachment/);
      expect(wordsOf(alice.bytes)).toContain('In progress');
      expectError(
        await api.call('GET', '/api/signer/document', { key: await tokenOf(api, graph, ALICE.email) }),
        'not_your_turn',
      );
      await signAs(api, graph, BOB);
      await api.until('the seal', async () => {
        const read = (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json;
        return read.envelope.sealedAt !== null;
      });
      const sealed = await current(ALICE.email);
      const senders = await api.call('GET', `/api/v1/envelopes/${id}/document?variant=sealed`, { key });
      expect(sealed.bytes).toEqual(senders.bytes);
    },
  );
});
