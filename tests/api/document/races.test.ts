import { it } from 'vitest';
import { useApi } from '../../support/api.ts';
import { raceAdditions, raceSending } from '../../support/document-races.ts';

const api = useApi();

it('documents that are added at the same moment are all in', async () => {
  const { apiKey } = await api.tenant();
  for (let round = 0; round < 3; round += 1) await raceAdditions(api, apiKey, 4);
});

it.each(['add', 'remove'] as const)(
  'to %s one at the moment of sending is in or refused, and what was sent never changes',
  async (change) => {
    const { apiKey } = await api.tenant();
    for (let round = 0; round < 6; round += 1) await raceSending(api, apiKey, change);
  },
);
