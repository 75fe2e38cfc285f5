import { it } from 'vitest';
import { useApi } from '../support/api.ts';
import { raceGroup } from '../support/group-race.ts';
import { UNLIMITED_QUOTAS } from '../support/quotas.ts';

const api = useApi({ env: UNLIMITED_QUOTAS });

it(
  '200 groups whose last two members sign at the same moment end once each',
  { timeout: 600_000 },
  async () => {
    const { apiKey } = await api.tenant();
    for (let round = 0; round < 200; round++) await raceGroup(api, apiKey, round % 2 === 0);
  },
);
