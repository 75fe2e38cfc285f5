import { describe, expect, it } from 'vitest';
import { expectError } from '../../support/answers.ts';
import { draftOfThree, removeDocument } from '../../support/added-documents.ts';
import { useApi } from '../../support/api.ts';

const api = useApi();

const box = { page: 3, x: 0.1, y: 0.1, width: 0.2, height: 0.03, participantIndex: 0 };

/** A draft of three files, with a number on the second one that a field on page 1 of the first may read. */
async function draftReading(rule: Record<string, unknown>) {
  const { apiKey: key } = await api.tenant();
  const fields = [
    { ...box, type: 'number', key: 'price', label: 'Price', required: false },
    { ...box, type: 'number', key: 'total', label: 'Total', page: 1, required: false, ...rule },
  ];
  const { envelope, fields: made } = await draftOfThree(api, key, { fields });
  const [, annexA, annexB] = envelope.documents;
  const total = made.find((field: { key: string }) => field.key === 'total');
  return { key, id: envelope.id, annexA: annexA.id, annexB: annexB.id, total: total.id };
}

describe('a document whose fields are named by rules elsewhere', () => {
  it.each([{ formula: 'price * 2' }, { condition: { all: [{ key: 'price', isFilled: true }] } }])(
    'stays with %j, and so does everything else',
    async (rule) => {
      const { key, id, annexA, total } = await draftReading(rule);
      const before = (await api.call('GET', `/api/v1/envelopes/${id}`, { key })).json;
      expectError(await removeDocument(api, key, id, annexA), 'invalid_state', {
        status: 'draft',
        reason: 'fields_in_use',
        fields: [total],
      });
      expect((await api.call('GET', `/api/v1/envelopes/${id}`, { key })).json).toEqual(before);
    },
  );

  it('goes once no rule names them, and others go all the while', async () => {
    const { key, id, annexA, annexB } = await draftReading({ formula: 'price * 2' });
    expect((await removeDocument(api, key, id, annexB)).status).toBe(200);
    const fields = [{ ...box, type: 'number', key: 'price', label: 'Price', required: false }];
    const saved = await api.call('PUT', `/api/v1/envelopes/${id}/draft`, { key, body: { fields } });
    expect(saved.status).toBe(200);
    const removed = await removeDocument(api, key, id, annexA);
    expect(removed.json.fields).toEqual([]);
  });

  it('goes with the fields that read each other on it', async () => {
    const { key, id, annexA } = await draftReading({ formula: 'price * 2', page: 3 });
    expect((await removeDocument(api, key, id, annexA)).json.fields).toEqual([]);
  });
});
