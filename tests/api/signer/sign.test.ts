import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { toCanonicalJson } from '#domain/event/canonical.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { expectError, expectInvalidState, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import type { BodyOf } from '../../support/ask.ts';
import { IN_LINES } from '../../support/base64-lines.ts';
import { ALICE, BOB, plainPdf, sendDraft, SIGNATURE } from '../../support/envelopes.ts';
import { dataUrl, picture } from '../../support/pictures.ts';
import { signAs, tokenOf, type WireGraph } from '../../support/signer.ts';
import { storedFiles } from '../../support/stored-files.ts';
import { eventsOf, jobsOf } from '../../support/traces.ts';

const api = useApi();
const path = '/api/signer/sign';
const typed = { kind: 'typed' as const, text: ALICE.name };
const place = (extra: Record<string, unknown>) => ({ ...SIGNATURE, participantIndex: 0, ...extra });

async function sent(extra: Record<string, unknown> = {}) {
  const tenant = await api.tenant();
  const graph = (await sendDraft(api, tenant.apiKey, extra)) as WireGraph;
  const token = await tokenOf(api, graph, ALICE.email);
  const sign = (body: BodyOf<'POST /api/signer/sign'>) =>
    api.ask('POST /api/signer/sign', { key: token, body });
  const read = async () =>
    (await api.ask('GET /api/v1/envelopes/{id}', { key: tenant.apiKey, path: { id: graph.envelope.id } }))
      .json;
  /** Sends a raw body, including bodies that no client would send. */
  const post = (body: unknown) => api.call('POST', path, { key: token, body });
  const fieldIds = graph.fields.map(({ id }) => id) as [string, string, string, string];
  return { ...tenant, key: tenant.apiKey, graph, id: graph.envelope.id, token, sign, post, read, fieldIds };
}

describe('200', () => {
  it.each(IN_LINES)('takes files and pictures in base64 with lines %s', async (_name, inLines) => {
    const { sign, read, fieldIds } = await sent({ fields: [place({}), place({ type: 'attachment' })] });
    const pdf = Buffer.concat([await plainPdf()], LIMITS.attachmentMaxBytes);
    const image = Buffer.concat(
      [Buffer.from(picture().split(',')[1] ?? '', 'base64')],
      LIMITS.signatureImageMaxBytes,
    );
    const { status } = await sign({
      values: [{ fieldId: fieldIds[1], value: `data:application/pdf;name=id.pdf;base64,${inLines(pdf)}` }],
      signature: { kind: 'uploaded', image: `data:image/png;base64,${inLines(image)}` },
    });
    expect(status).toBe(200);
    expect((await read()).fields[1]?.attachment).toMatchObject({
      filename: 'id.pdf',
      ...{ sizeBytes: pdf.length, sha256: computeSha256Hex(pdf) },
    });
  });

  it('stores the values, moves on to the next signer and logs it', async () => {
    const { graph, key, id, organizationId, sign, read, fieldIds } = await sent();
    const [signatureId = '', placeId = ''] = fieldIds;
    const [alice, bob] = graph.participants;
    const answer = await sign({
      values: [{ fieldId: placeId, value: 'Malmö' }],
      signature: typed,
      documentHash: graph.envelope['documentHash'],
    });
    expect([answer.status, answer.json]).toEqual([200, { status: 'in_progress' }]);
    const now = api.clock.now.toISOString();
    const after = await read();
    expect(after.envelope).toMatchObject({ status: 'in_progress', version: 5, completedAt: null });
    expect(after.participants).toMatchObject([
      { status: 'signed', signedAt: now, lastIpAddress: '192.0.2.7' },
      { status: 'pending', signedAt: null },
    ]);
    expect(after.fields).toMatchObject([
      { value: ALICE.name, filledAt: now },
      { value: 'Malmö', filledAt: now },
      { value: null, filledAt: null },
      { value: null },
    ]);
    const values = { [signatureId]: ALICE.name, [placeId]: 'Malmö' };
    expect((await eventsOf(api, key, id)).slice(3)).toMatchObject([
      {
        action: 'participant.signed',
        actorType: 'signer',
        actorId: alice?.id,
        payload: {
          participantId: alice?.id,
          documentHash: graph.envelope['documentHash'],
          valuesHash: computeSha256Hex(toCanonicalJson(values)),
          fieldCount: 2,
          signatureKind: 'typed',
        },
      },
      { action: 'participant.link_issued', payload: { participantId: bob?.id, epoch: 1, email: BOB.email } },
    ]);
    expect(await jobsOf(api, id)).toContainEqual({
      name: 'svc/participant.link_issued',
      data: { organizationId, envelopeId: id, participantId: bob?.id },
    });
  });

  it('completes with the last signature, fills in automatic values, and requests the seal', async () => {
    const { graph, key, id, organizationId, read } = await sent();
    await signAs(api, graph, ALICE);
    const answer = await signAs(api, graph, BOB);
    expect(answer.json).toEqual({ status: 'completed' });
    const after = await read();
    expect(after.envelope).toMatchObject({
      status: 'completed',
      version: 8,
      completedAt: api.clock.now.toISOString(),
    });
    expect(after.fields[3]).toMatchObject({ value: '2027-03-01' });
    expect((await eventsOf(api, key, id)).slice(5).map(({ action }) => action)).toEqual([
      'participant.fields_auto_resolved',
      'participant.signed',
      'envelope.completed',
    ]);
    const seals = (await jobsOf(api, id)).filter(({ name }) => name === 'svc/envelope.completed');
    expect(seals).toEqual([{ name: 'svc/envelope.completed', data: { organizationId, envelopeId: id } }]);
  });

  it('logs how the page showed the document, if it says so', async () => {
    const { sign, key, id } = await sent();
    const pages = { rendered: [1, 1], pictures: [1], failed: [] };
    expect((await sign({ values: [], signature: typed, pages })).status).toBe(200);
    expect((await eventsOf(api, key, id)).at(-2)?.payload).toMatchObject({
      pages: { rendered: [1], pictures: [] },
    });
    const silent = await sent();
    await silent.sign({ values: [], signature: typed });
    expect((await eventsOf(api, silent.key, silent.id)).at(-2)?.payload).not.toHaveProperty('pages');
  });

  it('signs once, even for repeated and concurrent requests', async () => {
    const { graph, key, id, sign } = await sent({ participants: [ALICE], fields: [place({})] });
    const body = { values: [], signature: typed };
    const answers = await Promise.all(Array.from({ length: 10 }, () => sign(body)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    for (const { json } of answers) expect(json).toEqual({ status: 'completed' });
    expect((await sign(body)).json).toEqual({ status: 'completed' });
    expect((await eventsOf(api, key, id)).slice(3).map(({ action }) => action)).toEqual([
      'participant.signed',
      'envelope.completed',
    ]);
    const jobs = (await jobsOf(api, graph.envelope.id)).map(({ name }) => name).sort();
    expect(jobs).toEqual(['svc/envelope.completed', 'svc/envelope.sent']);
  });

  it('keeps the first values if a repeat has others', async () => {
    const { sign, read, fieldIds } = await sent();
    await sign({ values: [{ fieldId: fieldIds[1], value: 'Malmö' }], signature: typed });
    const repeat = await sign({ values: [{ fieldId: fieldIds[1], value: 'Lund' }], signature: typed });
    expect([repeat.status, repeat.json]).toEqual([200, { status: 'in_progress' }]);
    expect((await read()).fields[1].value).toBe('Malmö');
  });

  it.each(['png', 'jpeg'] as const)('takes a drawn or uploaded %s', async (kind) => {
    for (const how of ['drawn', 'uploaded'] as const) {
      const { sign, key, id } = await sent();
      expect((await sign({ values: [], signature: { kind: how, image: picture(kind) } })).status).toBe(200);
      expect((await eventsOf(api, key, id)).at(-2)?.payload).toMatchObject({ signatureKind: how });
    }
  });

  it('accepts a value of every type', async () => {
    const at = (type: string, extra = {}) => place({ type, ...extra });
    const { sign, read, fieldIds } = await sent({
      participants: [ALICE],
      fields: [
        at('signature'),
        at('initials'),
        at('date'),
        at('name'),
        at('email'),
        at('company'),
        at('title'),
        at('text', { prefillValue: 'prefilled', locked: true }),
        at('number'),
        at('checkbox'),
        at('radio', { group: 'plan' }),
        at('radio', { group: 'plan' }),
        at('dropdown', { options: ['one', 'two'] }),
        at('phone'),
        at('attachment'),
        at('text', { autoSource: 'signer_company' }),
        at('text', { required: false }),
      ],
    });
    const given: Record<number, string> = {
      2: '2027-02-28',
      3: 'Alice',
      4: 'alice@example.com',
      5: 'Ångström AB',
      6: 'Director',
      8: '-1,234.50',
      9: 'true',
      10: 'false',
      11: 'true',
      12: 'two',
      13: '+46 (0)40 12 34 56',
      14: dataUrl('application/pdf;name=ID%20card.pdf', await plainPdf()),
    };
    const values = Object.entries(given).map(([index, value]) => ({
      fieldId: fieldIds[Number(index)] ?? '',
      value,
    }));
    const answer = await sign({ values, signature: typed, initials: { kind: 'typed', text: 'AÅ' } });
    expect([answer.status, answer.json]).toEqual([200, { status: 'completed' }]);
    const stored = (await read()).fields.map(({ value }: { value: string | null }) => value);
    expect(stored).toEqual([
      ALICE.name,
      'AÅ',
      ...Object.values(given).slice(0, 5),
      'prefilled',
      '-1,234.50',
      'true',
      'false',
      'true',
      'two',
      '+46 (0)40 12 34 56',
      expect.stringMatching(/^ID card\.pdf \(sha256 [0-9a-f]{64}\)$/),
      'Ångström AB',
      null,
    ]);
  });

  it('keeps an attached file under its content', async () => {
    const { sign, organizationId, fieldIds } = await sent({
      fields: [place({ type: 'attachment' })],
      participants: [ALICE],
    });
    const bytes = Buffer.from(picture().split(',')[1] ?? '', 'base64');
    await sign({ values: [{ fieldId: fieldIds[0], value: dataUrl('image/png', bytes) }] });
    expect(await storedFiles(api, organizationId)).toContain(computeSha256Hex(bytes));
  });
});

describe('400', () => {
  it('to a body that is not JSON', async () => {
    const { post } = await sent();
    expectError(await post('{'), 'malformed_request');
  });
});

describe('403', () => {
  it('before the signer’s turn, with any body, storing nothing', async () => {
    const { graph, key, id, organizationId } = await sent({
      fields: [place({}), place({ participantIndex: 1, type: 'attachment' })],
    });
    const before = await storedFiles(api, organizationId);
    const bob = await tokenOf(api, graph, BOB.email);
    const fieldId = graph.fields[1]?.id;
    for (const body of [
      { values: [] },
      { values: [], signature: { kind: 'drawn', image: 'data:,' } },
      { values: [{ fieldId, value: dataUrl('application/pdf', Buffer.from('%PDF-1.7')) }] },
    ])
      expectError(await api.call('POST', path, { key: bob, body }), 'not_your_turn');
    expect(await eventsOf(api, key, id)).toHaveLength(3);
    expect(await storedFiles(api, organizationId)).toEqual(before);
  });
});

describe('409', () => {
  it('to the hash of another document', async () => {
    const { sign, key, id } = await sent();
    const answer = await sign({ values: [], signature: typed, documentHash: 'a'.repeat(64) });
    expectInvalidState(answer, 'in_progress', 'document_changed');
    expect(await eventsOf(api, key, id)).toHaveLength(3);
  });

  it.each([
    ['a page failed', { rendered: [], pictures: [1], failed: [1] }],
    ['none was shown', { rendered: [], pictures: [], failed: [] }],
  ])('to someone who has not seen the document: %s', async (_name, pages) => {
    const { sign, key, id } = await sent();
    const answer = await sign({ values: [], signature: typed, pages });
    expectError(answer, 'invalid_state', {
      ...{ status: 'in_progress', reason: 'pages_not_shown', pages: [1] },
    });
    expect(await eventsOf(api, key, id)).toHaveLength(3);
  });

  it('once the envelope is void', async () => {
    const { sign, key, id } = await sent();
    await api.ask('POST /api/v1/envelopes/{id}/void', { key, path: { id }, body: { expectedVersion: 3 } });
    expectInvalidState(await sign({ values: [], signature: typed }), 'voided');
  });

  it('for either signing or declining, if both happen at once', async () => {
    for (let round = 0; round < 4; round++) {
      const { sign, token, key, id } = await sent({ participants: [ALICE], fields: [] });
      const decline = () => api.ask('POST /api/signer/decline', { key: token, body: {} });
      const [signed, declined] = await Promise.all([sign({ values: [] }), decline()]);
      const ended = (await eventsOf(api, key, id)).slice(3).map(({ action }) => action);
      if (signed?.status === 200) {
        expectInvalidState(declined, 'completed');
        expect(ended).toEqual(['participant.signed', 'envelope.completed']);
      } else {
        expect([signed?.status, declined.status]).toEqual([409, 200]);
        expect(ended).toEqual(['participant.declined', 'envelope.declined']);
      }
    }
  });
});

describe('413', () => {
  it('to a body over 16 MiB', async () => {
    const { token } = await sent();
    const headers = { 'content-type': 'application/json' };
    const raw = Buffer.alloc(LIMITS.signBodyMaxBytes + 1, 0x20);
    const maxBytes = LIMITS.signBodyMaxBytes;
    expectError(await api.call('POST', path, { key: token, raw, headers }), 'payload_too_large', {
      maxBytes,
    });
  });
});

describe('422', () => {
  it('for missing values, with their paths', async () => {
    const { sign, key, id } = await sent({
      fields: [place({}), place({ type: 'initials' }), place({ type: 'text' })],
    });
    expectIssues(await sign({ values: [] }), ['/signature', '/initials', '/values']);
    expect(await eventsOf(api, key, id)).toHaveLength(3);
  });

  it('for a body without values, with unknown properties or an invalid hash', async () => {
    const { post } = await sent();
    expectIssues(await post({}), ['/values']);
    expectIssues(await post({ values: [], surprise: 1, documentHash: 'x' }), ['/surprise', '/documentHash']);
    expectIssues(await post({ values: [{ fieldId: 'x', value: 1 }] }), ['/values/0/value']);
  });

  it('for fields of others and unknown fields', async () => {
    const { sign, fieldIds } = await sent();
    const other = { fieldId: fieldIds[2], value: 'x' };
    const none = { fieldId: 'fld_01h455vb4pex5vsknk084sn02q', value: 'x' };
    expectIssues(await sign({ values: [other, none], signature: typed }), [
      '/values/0/fieldId',
      '/values/1/fieldId',
    ]);
  });

  it('for a repeated value, including attachments', async () => {
    const { sign, fieldIds, key, id } = await sent({
      fields: [place({ type: 'attachment' }), place({ type: 'text' })],
    });
    const file = { fieldId: fieldIds[0], value: dataUrl('application/pdf', await plainPdf()) };
    const text = { fieldId: fieldIds[1], value: 'x' };
    expectIssues(await sign({ values: [file, text, file, text] }), [
      '/values/2/fieldId',
      '/values/3/fieldId',
    ]);
    expect(await eventsOf(api, key, id)).toHaveLength(3);
  });

  it('reports the path of an invalid value after an attachment', async () => {
    const { sign, fieldIds } = await sent({
      fields: [place({ type: 'attachment' }), place({ type: 'number' })],
    });
    const file = { fieldId: fieldIds[0], value: dataUrl('application/pdf', await plainPdf()) };
    expectIssues(await sign({ values: [file, { fieldId: fieldIds[1], value: 'many' }] }), [
      '/values/1/value',
    ]);
  });

  it('for a different value of a locked or automatic field', async () => {
    const { sign, fieldIds } = await sent({
      fields: [
        place({ type: 'text', prefillValue: 'fixed', locked: true }),
        place({ type: 'date', autoSource: 'signed_date' }),
      ],
    });
    const values = [
      { fieldId: fieldIds[0], value: 'changed' },
      { fieldId: fieldIds[1], value: '2000-01-01' },
    ];
    expectIssues(await sign({ values }), ['/values/0/value', '/values/1/value']);
    const same = [
      { fieldId: fieldIds[0], value: 'fixed' },
      { fieldId: fieldIds[1], value: '2027-03-01' },
    ];
    expect((await sign({ values: same })).status).toBe(200);
  });

  const truncated = Buffer.from(picture().split(',')[1] ?? '', 'base64').subarray(0, -20);
  it.each<[string, unknown, string]>([
    ['no data URL', { kind: 'drawn', image: 'https://example.com/a.png' }, '/signature/image'],
    [
      'another type',
      { kind: 'drawn', image: dataUrl('image/svg+xml', Buffer.from('<svg onload="x"/>')) },
      '/signature/image',
    ],
    [
      'HTML in disguise',
      { kind: 'uploaded', image: dataUrl('image/png', Buffer.from('<script>')) },
      '/signature/image',
    ],
    [
      'a picture that is cut off',
      { kind: 'uploaded', image: dataUrl('image/png', truncated) },
      '/signature/image',
    ],
    ['a picture of 8,000 pixels', { kind: 'uploaded', image: picture('png', 8000, 10) }, '/signature/image'],
    [
      'more than 512 KiB',
      { kind: 'uploaded', image: dataUrl('image/png', Buffer.alloc(512 * 1024 + 1)) },
      '/signature/image',
    ],
    ['an empty name', { kind: 'typed', text: ' \u200b' }, '/signature/text'],
    ['no name', { kind: 'typed' }, '/signature/text'],
    ['an unknown kind', { kind: 'stamped', text: 'x' }, '/signature/kind'],
    ['no kind', { text: 'x' }, '/signature/kind'],
    ['a text with a picture', { kind: 'typed', text: 'x', image: picture() }, '/signature/image'],
  ])('to a signature of %s', async (_name, signature, where) => {
    const { post, key, id } = await sent();
    const answer = await post({ values: [], signature });
    expectIssues(answer, [where]);
    expect(await eventsOf(api, key, id)).toHaveLength(3);
  });

  it.each<[string, string]>([
    ['a data URL with a space', 'data:application/pdf;base64,JVBE Ri0x'],
    ['a link', 'https://example.com/id.pdf'],
    ['a page', dataUrl('text/html', Buffer.from('<p>'))],
    ['a page in disguise', dataUrl('application/pdf', Buffer.from('<p>'))],
    [
      'a file over 512 KiB',
      dataUrl('application/pdf', Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(512 * 1024)])),
    ],
  ])('to %s as attachment, storing nothing', async (_name, value) => {
    const { sign, organizationId, fieldIds } = await sent({ fields: [place({ type: 'attachment' })] });
    const before = await storedFiles(api, organizationId);
    expectIssues(await sign({ values: [{ fieldId: fieldIds[0], value }] }), ['/values/0/value']);
    expect(await storedFiles(api, organizationId)).toEqual(before);
  });
});
