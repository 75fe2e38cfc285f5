import { it } from 'vitest';
import { useApi } from '../support/api.ts';
import { raceDelegation } from '../support/delegation-race.ts';

const api = useApi({ env: { RATE_LIMIT_API_KEY: '100000', RATE_LIMIT_SIGNER: '100000' } });

it(
  '200 turns handed over at the moment of signing: exactly one of the two happens',
  { timeout: 600_000 },
  async () => {
    const { apiKey } = await api.tenant();
    for (let round = 0; round < 200; round++) await raceDelegation(api, apiKey, round % 2 === 0);
  },
);
