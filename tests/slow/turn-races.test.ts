import { it } from 'vitest';
import { useApi } from '../support/api.ts';
import { raceCorrection, raceDelegation } from '../support/turn-races.ts';

const api = useApi();

it.each([
  ['handed over', raceDelegation],
  ['corrected', raceCorrection],
])(
  '200 turns %s at the moment of signing: exactly one of the two happens',
  async (_what, race) => {
    const { apiKey } = await api.tenant();
    for (let round = 0; round < 200; round++) await race(api, apiKey, round % 2 === 0);
  },
  600_000,
);
