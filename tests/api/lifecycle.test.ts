import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifyChain } from '#domain/event/chain.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { useApi } from '../support/api.ts';
import { ALICE, BOB, sendDraft, tokenFor } from '../support/envelopes.ts';

const api = useApi({ work: true });

describe('an envelope from creation to seal', () => {
  it('is sent, signed in order and sealed', async () => {
    const { apiKey: key, organizationId } = await api.tenant('Acme Société');
    const sent = await sendDraft(api, key, { displayName: 'Rahmenvertrag 2027' });
    const { id } = sent.envelope;
    expect(sent.envelope).toMatchObject({ status: 'in_progress', version: 3 });

    const alice = await tokenFor(api, organizationId, ALICE.email);
    const opened = await api.ask('GET /api/signer/envelope', { key: alice });
    expect(opened.status).toBe(200);
    expect(opened.json).toMatchObject({
      isMyTurn: true,
      me: { name: ALICE.name },
      fields: [{ type: 'signature' }, { type: 'text' }],
    });
    const shown = await api.ask('GET /api/signer/document', { key: alice });
    expect(computeSha256Hex(shown.bytes)).toBe(sent.envelope.documentHash);

    const first = await api.ask('POST /api/signer/sign', {
      key: alice,
      body: {
        values: [{ fieldId: opened.json.fields[1].id, value: 'Malmö' }],
        signature: { kind: 'typed', text: ALICE.name },
        documentHash: sent.envelope.documentHash,
      },
    });
    expect([first.status, first.json]).toEqual([200, { status: 'in_progress' }]);

    const bob = await tokenFor(api, organizationId, BOB.email);
    const second = await api.ask('POST /api/signer/sign', {
      key: bob,
      body: { values: [], signature: { kind: 'typed', text: BOB.name } },
    });
    expect([second.status, second.json]).toEqual([200, { status: 'completed' }]);

    const sealed = await api.until('the seal', async () => {
      const answer = await api.ask('GET /api/v1/envelopes/{id}/document', {
        key,
        path: { id },
        query: { variant: 'sealed' },
      });
      return answer.status === 200 ? answer.bytes : null;
    });
    const file = join(mkdtempSync(join(tmpdir(), 'countersign-seal-')), 'sealed.pdf');
    writeFileSync(file, sealed);
    const report = execFileSync('pdfsig', [file], { encoding: 'utf8' });
    expect(report).toContain('Signature is Valid');
    expect(report).toContain('Total document signed');
    const text = execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' });
    for (const expected of [
      ALICE.name,
      BOB.name,
      'Malmö',
      '2027-03-01',
      'Rahmenvertrag 2027',
      sent.envelope.documentHash,
    ]) {
      expect(text.replaceAll(/\s+/g, ' ')).toContain(expected);
    }

    const { items } = (await api.ask('GET /api/v1/envelopes/{id}/events', { key, path: { id } })).json;
    expect(items.map(({ action }: { action: string }) => action)).toEqual([
      'envelope.created',
      'envelope.sent',
      'participant.link_issued',
      'participant.viewed',
      'participant.signed',
      'participant.link_issued',
      'participant.fields_auto_resolved',
      'participant.signed',
      'envelope.completed',
      'envelope.sealed',
    ]);
    expect(verifyChain(items, computeSha256Hex)).toMatchObject({ ok: true, length: 10 });
    expect(text.replaceAll(/\s+/g, '')).toContain(items[8].hash);

    const mails = await api.mails(organizationId, 5);
    expect(mails.map(({ recipient, subject }) => [recipient, subject.split(':')[0]])).toEqual(
      expect.arrayContaining([
        [ALICE.email, 'Completed'],
        [BOB.email, 'Completed'],
      ]),
    );
    expect(mails).toHaveLength(5);
    const graph = (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json;
    expect(graph.envelope.version).toBe(9);
  });
});
