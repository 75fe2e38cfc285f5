import { it } from 'vitest';
import { useApi } from '../support/api.ts';
import { raceAdditions, raceSending } from '../support/document-races.ts';
import { UNLIMITED_QUOTAS } from '../support/quotas.ts';

const api = useApi({ env: UNLIMITED_QUOTAS });

it(
  '20 times, eight documents that are added at the same moment are all in',
  { timeout: 600_000 },
  async () => {
    const { apiKey } = await api.tenant();
    for (let round = 0; round < 20; round += 1) await raceAdditions(api, apiKey, 8);
  },
);

it('200 changes of documents at the moment of sending are in or refused', { timeout: 600_000 }, async () => {
  const { apiKey } = await api.tenant();
  for (let round = 0; round < 200; round += 1)
    await raceSending(api, apiKey, round % 2 === 0 ? 'add' : 'remove');
});
