import { expect, it } from 'vitest';
import { useApi } from '../../support/api.ts';
import { ALICE, BOB, sendDraft } from '../../support/envelopes.ts';
import { tokenOf } from '../../support/signer.ts';
import { actionsOf } from '../../support/traces.ts';

const api = useApi();

it('events of one millisecond that leave the envelope’s row as it was are all kept', async () => {
  const { apiKey: key } = await api.tenant();
  const sent = await sendDraft(api, key);
  for (const { email } of [ALICE, BOB]) {
    const token = await tokenOf(api, sent, email);
    expect((await api.call('GET', '/api/signer/envelope', { key: token })).status).toBe(200);
  }
  expect((await actionsOf(api, key, sent.envelope.id)).slice(3)).toEqual([
    'participant.viewed',
    'participant.viewed',
  ]);
});
