import { expect, it } from 'vitest';
import { useApi } from '../../support/api.ts';
import { expectIssues } from '../../support/answers.ts';
import { ALICE, createDraft, SIGNATURE, tokenFor } from '../../support/envelopes.ts';

const api = useApi({ work: true });

const OPTIONS = Array.from({ length: 9 }, (_, index) => `Extra number ${index + 1}`);
/** As large as the editor makes it on a page of A4. */
const CHOICES = {
  ...{ type: 'choices', label: 'Extras', options: OPTIONS, participantIndex: 0 },
  ...{ page: 1, x: 0.1, y: 0.4, width: 150 / 595, height: 60 / 842 },
};

async function send(field: object) {
  const { apiKey: key, organizationId } = await api.tenant();
  const fields = [{ ...SIGNATURE, participantIndex: 0 }, field];
  const { json } = await createDraft(api, key, { participants: [ALICE], fields });
  const { id, version } = json.envelope;
  const body = { expectedVersion: version };
  const answer = await api.call('POST', `/api/v1/envelopes/${id}/send`, { key, body });
  return { answer, organizationId };
}

it('are refused at sending while their box has no room for all that may be chosen', async () => {
  expectIssues((await send(CHOICES)).answer, ['/fields/1/options']);
});

it.each([
  ['the box is larger', { ...CHOICES, height: 0.2 }, OPTIONS],
  ['fewer may be chosen', { ...CHOICES, validation: { max: 3 } }, OPTIONS.slice(3, 6)],
])('can all be signed once %s', async (_, field, chosen) => {
  const { answer, organizationId } = await send(field);
  expect(answer.status).toBe(200);
  const token = await tokenFor(api, organizationId, ALICE.email);
  const view = (await api.call('GET', '/api/signer/envelope', { key: token })).json;
  const { id: fieldId } = view.fields.find(({ type }: { type: string }) => type === 'choices');
  const body = {
    values: [{ fieldId, value: chosen.join('\n') }],
    signature: { kind: 'typed', text: ALICE.name },
  };
  expect((await api.call('POST', '/api/signer/sign', { key: token, body })).json).toEqual({
    status: 'completed',
  });
});
