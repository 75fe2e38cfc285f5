import { beforeAll, describe, expect, it } from 'vitest';
import { sealEnvelope } from '#server/jobs/seal-envelope.ts';
import { openTextFinder } from '#server/pdf/text/text-finder.ts';
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

const documentOf = async (pages: number) => ({
  contentBase64: Buffer.from(await plainPdf(pages)).toString('base64'),
  contentType: 'application/pdf',
});
const newDraft = async (extra = {}) =>
  (await createDraft(api, tenant.apiKey, { participants: [ALICE], fields: [], ...extra })).json.envelope.id;
const refused = (code: string, details: object = {}) => ({
  cause: { code, details: expect.objectContaining(details) },
});
type Asked = Parameters<AgentCaller['envelope']['pageLines']>[0];
const textsOf = async (asked: Asked) => {
  const { pages } = await agent.envelope.pageLines(asked);
  return pages.map(({ number, lines }) => [number, lines.map(({ text }) => text).join('\n')]);
};

describe('the lines of an envelope', () => {
  it('are those of the pages that are asked for, of the PDF that signers see', async () => {
    const id = await newDraft({ document: await documentOf(3) });
    expect(await agent.envelope.pageLines({ id, from: 2, to: 2 })).toEqual({
      variant: 'prepared',
      pageCount: 3,
      pages: [
        {
          ...{ number: 2, width: 595, height: 842, omitted: 0 },
          lines: [
            {
              text: 'Page 2 of the agreement',
              x: expect.closeTo(72 / 595, 2),
              y: expect.closeTo((842 - 740 - 10) / 842, 2),
              width: expect.closeTo(0.26, 1),
              height: expect.closeTo(0.015, 2),
            },
          ],
        },
      ].map((page) => ({ ...page, width: expect.closeTo(595, 0), height: expect.closeTo(842, 0) })),
    });
    expect((await textsOf({ id })).map(([number]) => number)).toEqual([1, 2, 3]);
    expect((await textsOf({ id, from: 3, to: 9 })).map(([number]) => number)).toEqual([3]);
  });

  it('are limited to fifty pages', async () => {
    const id = await newDraft({ document: await documentOf(52) });
    expect(await textsOf({ id })).toHaveLength(50);
    expect((await textsOf({ id, from: 51 })).map(([number]) => number)).toEqual([51, 52]);
    for (const [range, path] of [
      [{ from: 1, to: 51 }, '/to'],
      [{ from: 3, to: 2 }, '/to'],
      [{ from: 53 }, '/from'],
    ] as const)
      await expect(agent.envelope.pageLines({ id, ...range })).rejects.toMatchObject(
        refused('validation_failed', { issues: [expect.objectContaining({ path })] }),
      );
    await expect(agent.envelope.pageLines({ id, from: 0 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('are with the answers so far if those are asked for, and sealed by default once there is a seal', async () => {
    const field = { type: 'text', label: 'Place', page: 1, x: 0.1, y: 0.4, width: 0.4, height: 0.03 };
    const sent = await sendDraft(api, tenant.apiKey, {
      fields: [
        { ...SIGNATURE, participantIndex: 0 },
        { ...field, participantIndex: 0 },
        { ...SIGNATURE, x: 0.6, participantIndex: 1 },
      ],
    });
    const { id } = sent.envelope;
    const before = await textsOf({ id, variant: 'current' });
    expect(before).toEqual([[1, 'Page 1 of the agreement']]);
    await expect(agent.envelope.pageLines({ id, variant: 'sealed' })).rejects.toMatchObject(
      refused('invalid_state', { status: 'in_progress', reason: 'document_missing' }),
    );
    const place = sent.fields.find(({ label }: { label: string }) => label === 'Place');
    await signAs(api, sent, ALICE, [{ fieldId: place.id, value: 'Göteborg' }]);
    expect(await textsOf({ id })).toEqual(before);
    const current = await textsOf({ id, variant: 'current' });
    expect(current[0]?.[1]).toMatch(/Page 1 of the agreement[\s\S]*Göteborg/);

    await signAs(api, sent, BOB);
    await sealEnvelope(api.services, { organizationId: tenant.organizationId, envelopeId: id });
    const sealed = await agent.envelope.pageLines({ id });
    expect(sealed.variant).toBe('sealed');
    expect(sealed.pageCount).toBeGreaterThan(1);
    expect(JSON.stringify(sealed.pages)).toContain('Göteborg');
    expect(await agent.envelope.pageLines({ id, variant: 'current' })).toEqual({
      ...sealed,
      variant: 'current',
    });
    expect(await textsOf({ id, variant: 'prepared' })).toEqual(before);
  });

  it('are refused while the document is awaited or read', async () => {
    const { json } = await api.call('POST', '/api/v1/envelopes', {
      key: tenant.apiKey,
      body: { originalFilename: 'later.docx' },
    });
    const { id } = json.envelope;
    await expect(agent.envelope.pageLines({ id })).rejects.toMatchObject(
      refused('invalid_state', { status: 'draft', reason: 'document_missing' }),
    );
    await owner.sql`update envelopes set document_status = 'processing' where id = ${id}`;
    await expect(agent.envelope.pageLines({ id })).rejects.toMatchObject(
      refused('invalid_state', { status: 'draft', reason: 'document_processing' }),
    );
  });

  it('are refused if reading them takes too long', async () => {
    const id = await newDraft();
    const program = new URL('../../support/hanging-reading-process.ts', import.meta.url);
    const texts = openTextFinder({ program, timeoutMs: 300 });
    const services = { ...api.services, texts };
    const hasty = await openAgentCaller({ ...api, services }, await agentOf(api, tenant.organizationId));
    await expect(hasty.envelope.pageLines({ id })).rejects.toMatchObject(
      refused('document_unreadable', { reason: 'too_complex' }),
    );
    await texts.close();
  });
});

describe('an agent', () => {
  it('needs the scope to read envelopes', async () => {
    const id = await newDraft();
    const narrow = await agentOf(api, tenant.organizationId, { scopes: ['templates:read'] });
    const caller = await openAgentCaller(api, narrow);
    await expect(caller.envelope.pageLines({ id })).rejects.toMatchObject(
      refused('insufficient_scope', { missing: ['envelopes:read'] }),
    );
    const viewer = await agentOf(api, tenant.organizationId, { scopes: ['envelopes:read'], role: 'viewer' });
    const reading = await openAgentCaller(api, viewer);
    expect((await reading.envelope.pageLines({ id })).pageCount).toBe(1);
  });

  it('reads nothing of other organizations or of private teams of others', async () => {
    const cookie = await sessionOf(api, tenant.organizationId, 'admin');
    const make = async (procedure: string, input: unknown) =>
      (await callDashboard(api, 'mutation', procedure, { cookie, input })).json.result.data;
    const team = await make('team.create', { name: 'Mergers', isPrivate: true });
    const { secret } = await make('apiKey.create', { name: 'Key', teamId: team.id });
    const hidden = (await createDraft(api, secret)).json.envelope.id;
    const other = await api.tenant('Other');
    const foreign = (await createDraft(api, other.apiKey)).json.envelope.id;
    for (const id of [hidden, foreign, 'env_01h455vb4pex5vsknk084sn02q', 'x'])
      await expect(agent.envelope.pageLines({ id }), id).rejects.toMatchObject({
        cause: { code: 'not_found' },
      });
  });
});
