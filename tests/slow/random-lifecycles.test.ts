import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useApi } from '../support/api.ts';
import { createDraft } from '../support/envelopes.ts';
import { expectAgreement, observe } from './lifecycles/agreement.ts';
import { cast, castFields, newcomers } from './lifecycles/cast.ts';
import { step, take } from './lifecycles/steps.ts';
import { UNLIMITED_QUOTAS } from '../support/quotas.ts';

const api = useApi({ env: UNLIMITED_QUOTAS });

describe('random sequences of operations by several actors', () => {
  it(
    'leave status, version, chain, order and values in agreement after each',
    { timeout: 480_000 },
    async () => {
      const { apiKey: key, organizationId } = await api.tenant();
      const reached = new Set<string>();
      await fc.assert(
        fc.asyncProperty(cast, fc.array(step, { minLength: 6, maxLength: 20 }), async (set, steps) => {
          api.clock.now = new Date('2027-03-01T09:00:00.000Z');
          const created = await createDraft(api, key, {
            participants: newcomers(set),
            fields: castFields(set),
            policy: {
              consumerDisclosure: set.disclosure,
              expiresAt: '2027-03-21T09:00:00.000Z',
              reminderPolicy: { firstAfterDays: 2, everyDays: 3, maxReminders: 2 },
            },
          });
          expect(created.status, JSON.stringify(created.json)).toBe(201);
          const { id } = created.json.envelope;
          let before = await observe(api, key, organizationId, id);
          for (const taken of steps) {
            if (before.graph === null) break;
            const statuses = await take({ api, key, cast: set }, before.graph, taken);
            for (const status of statuses) expect(status, JSON.stringify(taken)).toBeLessThan(500);
            const after = await observe(api, key, organizationId, id);
            expectAgreement(before, after, statuses);
            before = after;
          }
          for (const { action } of before.events) reached.add(action);
        }),
        { numRuns: 100, seed: 20270301 },
      );
      // The sequences are long enough to finish.
      expect([...reached]).toEqual(
        expect.arrayContaining([
          'envelope.recalled',
          'envelope.completed',
          'envelope.declined',
          'participant.approved',
          'participant.delegated',
        ]),
      );
    },
  );
});
