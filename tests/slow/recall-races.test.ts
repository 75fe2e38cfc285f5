import { it } from 'vitest';
import { useApi } from '../support/api.ts';
import { raceRecall } from '../support/recall-race.ts';
import { UNLIMITED_QUOTAS } from '../support/quotas.ts';

const api = useApi({ env: UNLIMITED_QUOTAS });

it(
  '200 recalls at the moment of the first signature: exactly one happens',
  { timeout: 600_000 },
  async () => {
    const { apiKey } = await api.tenant();
    for (let round = 0; round < 200; round++) await raceRecall(api, apiKey, round % 2 === 0);
  },
);
