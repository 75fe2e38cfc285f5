import { createCanvas, loadImage } from '@napi-rs/canvas';
import { beforeAll, describe, expect, it } from 'vitest';
import { openPagePictures } from '#server/pdf/picture/page-pictures.ts';
import { agentOf } from '../../support/agent.ts';
import { openAgentCaller, type AgentCaller } from '../../support/agent-caller.ts';
import { useApi, type Tenant } from '../../support/api.ts';
import { ALICE, BOB, createDraft, plainPdf, sendDraft, SIGNATURE } from '../../support/envelopes.ts';
import { useOwner } from '../../support/owner.ts';
import { callDashboard, sessionOf } from '../../support/session.ts';
import { signAs } from '../../support/signer.ts';

const api = useApi();
const owner = useOwner(api);
let tenant: Tenant;
let agent: AgentCaller;

beforeAll(async () => {
  tenant = await api.tenant();
  agent = await openAgentCaller(api, await agentOf(api, tenant.organizationId));
});

const refused = (code: string, details: object = {}) => ({
  cause: { code, details: expect.objectContaining(details) },
});
async function pixelsOf({ pngBase64, width, height }: { pngBase64: string; width: number; height: number }) {
  const image = await loadImage(Buffer.from(pngBase64, 'base64'));
  expect([image.width, image.height]).toEqual([width, height]);
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  return (x: number, y: number) => [
    ...context.getImageData(Math.round(x * width), Math.round(y * height), 1, 1).data.subarray(0, 3),
  ];
}

describe('the picture of a page', () => {
  it('has the fields of the page on request, numbered from top to bottom, in the colors of their recipients', async () => {
    const place = { page: 1, x: 0.1, y: 0.5, width: 0.3, height: 0.03 };
    const document = {
      contentBase64: Buffer.from(await plainPdf(2)).toString('base64'),
      contentType: 'application/pdf',
    };
    const { json } = await createDraft(api, tenant.apiKey, {
      document,
      fields: [
        { ...SIGNATURE, participantIndex: 0 },
        { ...SIGNATURE, x: 0.6, participantIndex: 1, label: 'Sign here' },
        { ...place, type: 'text', label: 'Place', participantIndex: 0 },
        { ...place, type: 'text', page: 2, participantIndex: 0 },
      ],
    });
    const { id } = json.envelope;
    const [alices, bobs, text, second] = json.fields.map((field: { id: string }) => field.id);
    const plain = await agent.envelope.pagePicture({ id, page: 1 });
    expect(plain).toMatchObject({ variant: 'prepared', page: 1, pageCount: 2, width: 1200, legend: [] });
    const drawn = await agent.envelope.pagePicture({ id, page: 1, fields: true });
    expect(drawn.legend).toEqual([
      { number: 1, fieldId: text, type: 'text', label: 'Place', participantName: ALICE.name },
      { number: 2, fieldId: alices, type: 'signature', label: null, participantName: ALICE.name },
      { number: 3, fieldId: bobs, type: 'signature', label: 'Sign here', participantName: BOB.name },
    ]);
    const [before, after] = [await pixelsOf(plain), await pixelsOf(drawn)];
    expect(before(0.3, 0.73)).toEqual([255, 255, 255]);
    expect(after(0.3, 0.73)).toEqual([204, 204, 255]);
    expect(after(0.3, 0.515)).toEqual([204, 204, 255]);
    expect(after(0.8, 0.73)).toEqual([255, 204, 204]);
    expect(after(0.5, 0.73)).toEqual([255, 255, 255]);
    const other = await agent.envelope.pagePicture({ id, page: 2, fields: true });
    expect(other.legend.map(({ fieldId }) => fieldId)).toEqual([second]);
    await expect(agent.envelope.pagePicture({ id, page: 3 })).rejects.toMatchObject(
      refused('validation_failed', { issues: [{ path: '/page', message: 'must be at most 2' }] }),
    );
  });

  it('has the answers so far if they are asked for', async () => {
    const sent = await sendDraft(api, tenant.apiKey);
    const { id } = sent.envelope;
    const place = sent.fields.find(({ label }: { label: string }) => label === 'Place');
    const seen = async (variant: 'prepared' | 'current') =>
      (await agent.envelope.pagePicture({ id, page: 1, variant })).pngBase64;
    expect(await seen('current')).toBe(await seen('prepared'));
    await signAs(api, sent, ALICE, [{ fieldId: place.id, value: 'Göteborg' }]);
    expect(await seen('current')).not.toBe(await seen('prepared'));
  });

  it('is refused while the document is awaited or read, and if drawing takes too long', async () => {
    const body = { originalFilename: 'later.docx' };
    const { json } = await api.call('POST', '/api/v1/envelopes', { key: tenant.apiKey, body });
    const { id } = json.envelope;
    await expect(agent.envelope.pagePicture({ id, page: 1 })).rejects.toMatchObject(
      refused('invalid_state', { status: 'draft', reason: 'document_missing' }),
    );
    await owner.sql`update envelopes set document_status = 'processing' where id = ${id}`;
    await expect(agent.envelope.pagePicture({ id, page: 1 })).rejects.toMatchObject(
      refused('invalid_state', { status: 'draft', reason: 'document_processing' }),
    );
    const program = new URL('../../support/hanging-reading-process.ts', import.meta.url);
    const pictures = openPagePictures({ program, timeoutMs: 100 });
    const services = { ...api.services, pictures };
    const hasty = await openAgentCaller({ ...api, services }, await agentOf(api, tenant.organizationId));
    const draft = (await createDraft(api, tenant.apiKey)).json.envelope.id;
    await expect(hasty.envelope.pagePicture({ id: draft, page: 1 })).rejects.toMatchObject(
      refused('document_unreadable', { reason: 'too_complex' }),
    );
    await pictures.close();
  });

  it('is for agents with the scope, of what their people see', async () => {
    const own = (await createDraft(api, tenant.apiKey)).json.envelope.id;
    const narrow = await agentOf(api, tenant.organizationId, { scopes: ['templates:read'] });
    await expect(
      (await openAgentCaller(api, narrow)).envelope.pagePicture({ id: own, page: 1 }),
    ).rejects.toMatchObject(refused('insufficient_scope', { missing: ['envelopes:read'] }));

    const cookie = await sessionOf(api, tenant.organizationId, 'admin');
    const make = async (procedure: string, input: unknown) =>
      (await callDashboard(api, 'mutation', procedure, { cookie, input })).json.result.data;
    const team = await make('team.create', { name: 'Mergers', isPrivate: true });
    const { secret } = await make('apiKey.create', { name: 'Key', teamId: team.id });
    const hidden = (await createDraft(api, secret)).json.envelope.id;
    const foreign = (await createDraft(api, (await api.tenant('Other')).apiKey)).json.envelope.id;
    for (const id of [hidden, foreign, 'env_01h455vb4pex5vsknk084sn02q'])
      await expect(agent.envelope.pagePicture({ id, page: 1 }), id).rejects.toMatchObject({
        cause: { code: 'not_found' },
      });
  });
});
