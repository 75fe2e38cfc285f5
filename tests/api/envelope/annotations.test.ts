import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { toCanonicalJson } from '#domain/event/canonical.ts';
import { formatMissingLines } from '#server/mcp/lines/missing.ts';
import { checkAuditLog, readEvidenceOrNull } from '../../../packages/verify/src/checks/audit-log.ts';
import { useApi } from '../../support/api.ts';
import { expectIssues } from '../../support/answers.ts';
import { ALICE, createDraft, SIGNATURE, tokenFor } from '../../support/envelopes.ts';

const api = useApi({ work: true });

const NOTE = { type: 'note', page: 1, x: 0.1, y: 0.4, width: 0.4, height: 0.03 };
const STRIKE = { type: 'strikethrough', anchor: { text: 'of the agreement' } };
const SIGN = { ...SIGNATURE, participantIndex: 0 };

async function draft(fields: readonly object[]) {
  const { apiKey: key, organizationId } = await api.tenant();
  const { json, status } = await createDraft(api, key, { participants: [ALICE], fields });
  expect(status).toBe(201);
  return { key, organizationId, graph: json, id: json.envelope.id as string };
}

it('are seen by signers from the beginning, and the log has their hash', async () => {
  const { key, organizationId, graph, id } = await draft([
    SIGN,
    { ...NOTE, prefillValue: 'With Annex B.' },
    STRIKE,
  ]);
  const [, note, strike] = graph.fields;
  expect([note.participantId, note.required, note.value]).toEqual([null, false, null]);
  // The line goes over the text itself.
  expect(strike.height).toBeLessThan(0.03);
  const body = { expectedVersion: graph.envelope.version };
  await api.call('POST', `/api/v1/envelopes/${id}/send`, { key, body });
  const token = await tokenFor(api, organizationId, ALICE.email);
  const view = (await api.call('GET', '/api/signer/envelope', { key: token })).json;
  const seen = [note, strike].map(({ type, page, x, y, width, height, prefillValue }: any) => ({
    ...{ type, page, x, y, width, height },
    value: prefillValue ?? 'true',
  }));
  expect(view.others.map(({ fieldId: _id, ...other }: any) => other)).toEqual(seen);
  expect(view.fields.map(({ type }: any) => type)).toEqual(['signature']);
  const { items } = (await api.call('GET', `/api/v1/envelopes/${id}/events`, { key })).json;
  const sent = items.find(({ action }: any) => action === 'envelope.sent');
  const hash = createHash('sha256').update(toCanonicalJson(seen)).digest('hex');
  expect(sent.payload.annotationsHash).toBe(hash);
  const evidence = (await api.call('GET', `/api/v1/envelopes/${id}/evidence`, { key })).json;
  expect(evidence.annotations).toEqual(seen);
  const check = (more: object) => {
    const read = readEvidenceOrNull(new TextEncoder().encode(JSON.stringify({ ...evidence, ...more })));
    return checkAuditLog(read, undefined, []).code;
  };
  expect(check({})).toBe('log_complete');
  expect(check({ annotations: [{ ...seen[0], value: 'Without Annex B.' }, seen[1]] })).toBe('event_changed');
  expect(check({ annotations: [] })).toBe('event_changed');
});

it('may change after a recall, which makes the evidence no less true', async () => {
  const { key, graph, id } = await draft([SIGN, { ...NOTE, prefillValue: 'With Annex B.' }]);
  const post = async (operation: string, version: number) => {
    const body = { expectedVersion: version };
    const { status, json } = await api.call('POST', `/api/v1/envelopes/${id}/${operation}`, { key, body });
    expect(status).toBe(200);
    return json.envelope.version as number;
  };
  const version = await post('recall', await post('send', graph.envelope.version));
  const body = { expectedVersion: version, fields: [SIGN] };
  expect((await api.call('PUT', `/api/v1/envelopes/${id}/draft`, { key, body })).status).toBe(200);
  const evidence = (await api.call('GET', `/api/v1/envelopes/${id}/evidence`, { key })).json;
  expect(evidence.annotations).toEqual([]);
  const read = readEvidenceOrNull(new TextEncoder().encode(JSON.stringify(evidence)));
  expect(checkAuditLog(read, undefined, []).code).toBe('log_complete');
});

it('are sent only with a text', async () => {
  const { key, graph } = await draft([SIGN, NOTE]);
  const { id, version } = graph.envelope;
  expect(formatMissingLines(graph)).toContainEqual(
    expect.stringMatching(/a text for the note fld_\w+ on page 1/),
  );
  const body = { expectedVersion: version };
  expectIssues(await api.call('POST', `/api/v1/envelopes/${id}/send`, { key, body }), [
    '/fields/1/prefillValue',
  ]);
});

it('stay in a template without a role, whose text can be given each time', async () => {
  const { key, graph, id } = await draft([SIGN, { ...NOTE, prefillValue: 'Draft', label: 'Remark' }]);
  const [{ id: participantId }] = graph.participants;
  const made = await api.call('POST', '/api/v1/templates', {
    key,
    body: { sourceEnvelopeId: id, name: 'Lease', roles: [{ name: 'Tenant', participantId }] },
  });
  expect(made.status).toBe(201);
  const [, note] = made.json.fields;
  expect([note.roleId, note.prefillKey]).toEqual([null, 'remark']);
  const used = await api.call('POST', `/api/v1/templates/${made.json.template.id}/envelopes`, {
    key,
    body: { recipients: { tenant: ALICE }, prefill: { remark: 'Final' }, autoSend: false },
  });
  expect(used.status).toBe(201);
  expect(used.json.fields.find(({ type }: any) => type === 'note')).toMatchObject({
    ...{ participantId: null, prefillValue: 'Final' },
  });
});
