import { describe, expect, it } from 'vitest';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { useApi } from '../../support/api.ts';
import { signAs } from '../../support/signer.ts';
import { actionsOf } from '../../support/traces.ts';
import { CLIENT, makeTemplate, use } from './example.ts';

const api = useApi({ work: true });

describe('an envelope from a template', () => {
  it('is signed in order by client and sender and sealed', async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    const { template } = await makeTemplate(api, key, {
      namePattern: '{template_name} – {recipient_company}',
    });
    const prefill = { contract_number: 'C-17', fee: '250' };
    const graph = (await use(api, key, template.id, { recipients: { client: CLIENT }, prefill })).json;
    const { id } = graph.envelope;
    const [client, ours] = graph.participants;

    expect((await signAs(api, graph, client)).json).toEqual({ status: 'in_progress' });
    expect((await signAs(api, graph, ours)).json).toEqual({ status: 'completed' });
    const sealed = await api.until('the seal', async () => {
      const answer = await api.ask('GET /api/v1/envelopes/{id}/document', {
        key,
        path: { id },
        query: { variant: 'sealed' },
      });
      return answer.status === 200 ? answer.bytes : null;
    });
    expect(sealed.subarray(0, 5).toString()).toBe('%PDF-');
    const original = await api.ask('GET /api/v1/envelopes/{id}/document', { key, path: { id } });
    expect(computeSha256Hex(original.bytes)).toBe(template.contentHash);

    const { json } = await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } });
    expect(json.envelope).toMatchObject({
      status: 'completed',
      displayName: 'Framework agreement – Client & Co',
      version: 9,
    });
    expect(json.fields.map(({ value }: any) => value)).toEqual([
      CLIENT.name,
      'C-17',
      '250',
      'Olga Owner',
      '2027-03-01',
    ]);
    expect(await actionsOf(api, key, id)).toEqual([
      'envelope.created',
      'envelope.sent',
      'participant.link_issued',
      'participant.signed',
      'participant.link_issued',
      'participant.fields_auto_resolved',
      'participant.signed',
      'envelope.completed',
      'envelope.sealed',
    ]);
    const mails = await api.mails(organizationId, 4);
    expect(mails[0]?.subject).toContain('Framework agreement – Client & Co');
  });
});
