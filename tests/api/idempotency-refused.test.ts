import { describe, expect, it } from 'vitest';
import { expectError } from '../support/answers.ts';
import { useApi } from '../support/api.ts';
import { ALICE, createDraft, sendDraft } from '../support/envelopes.ts';
import { callKeyed } from '../support/keyed-operations.ts';
import { MINUTE_MS, pass } from '../support/moments.ts';
import { useOwner } from '../support/owner.ts';
import { jobsOf } from '../support/traces.ts';

const api = useApi();
const owner = useOwner(api);
const REPLAYED = 'idempotency-replayed';

const keysHeld = async (organizationId: string) =>
  (await owner.sql`select from idempotency_keys where organization_id = ${organizationId}`).length;

describe('a refused call releases its key', () => {
  type Refused = { path: string; method?: 'POST' | 'PUT'; body: Record<string, unknown>; status: number };
  const cases: [string, (key: string) => Promise<Refused>][] = [
    [
      '404',
      async () => ({ path: '/api/v1/envelopes/env_other/send', body: { expectedVersion: 1 }, status: 404 }),
    ],
    [
      '409 version_conflict',
      async (key) => {
        const { id } = (await createDraft(api, key)).json.envelope;
        return { path: `/api/v1/envelopes/${id}/send`, body: { expectedVersion: 9 }, status: 409 };
      },
    ],
    [
      '409 invalid_state',
      async (key) => {
        const { id } = (await sendDraft(api, key)).envelope;
        return { path: `/api/v1/envelopes/${id}/send`, body: { expectedVersion: 3 }, status: 409 };
      },
    ],
    [
      '422 by the schema',
      async (key) => {
        const { id } = (await createDraft(api, key)).json.envelope;
        return { path: `/api/v1/envelopes/${id}/send`, body: { expectedVersion: 'x' }, status: 422 };
      },
    ],
    [
      '422 by the rules',
      async (key) => {
        const { id } = (await createDraft(api, key, { participants: [], fields: [] })).json.envelope;
        return { path: `/api/v1/envelopes/${id}/send`, body: { expectedVersion: 1 }, status: 422 };
      },
    ],
    [
      '422 legal_framework_unavailable',
      async (key) => {
        const { id } = (await createDraft(api, key)).json.envelope;
        const body = { policy: { legalFramework: 'eidas_qes' } };
        return { method: 'PUT', path: `/api/v1/envelopes/${id}/draft`, body, status: 422 };
      },
    ],
    [
      '422 document_unreadable',
      async () => {
        const document = {
          contentBase64: Buffer.from('%PDF-1.7\nno').toString('base64'),
          contentType: 'application/pdf',
        };
        return { path: '/api/v1/envelopes', body: { originalFilename: 'A.pdf', document }, status: 422 };
      },
    ],
    [
      '429 reminder_window',
      async (key) => {
        const { id } = (await sendDraft(api, key)).envelope;
        const path = `/api/v1/envelopes/${id}/remind`;
        await api.ask('POST /api/v1/envelopes/{id}/remind', {
          key,
          path: { id },
          body: { expectedVersion: 3 },
        });
        return { path, body: { expectedVersion: 4 }, status: 429 };
      },
    ],
  ];

  it.each(cases)('%s', async (_name, make) => {
    const { apiKey: key, organizationId } = await api.tenant();
    const { method = 'POST', path, body, status } = await make(key);
    for (let i = 0; i < 2; i++)
      expect((await callKeyed(api, key, { method, path, body }, 'again')).status).toBe(status);
    expect(await keysHeld(organizationId)).toBe(0);
  });

  it('even with ten concurrent requests', async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    const { id } = (await createDraft(api, key)).json.envelope;
    const call = {
      method: 'POST',
      path: `/api/v1/envelopes/${id}/send`,
      body: { expectedVersion: 9 },
    } as const;
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => callKeyed(api, key, call, 'race')));
      for (const { status, json } of answers) {
        expect(status).toBe(409);
        expect(['version_conflict', 'idempotency_in_flight']).toContain(json.code);
      }
      expect(answers.map(({ json }) => json.code)).toContain('version_conflict');
    }
    expect(await keysHeld(organizationId)).toBe(0);
  });

  it('for a corrected request', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = await sendDraft(api, key, { participants: [ALICE], fields: [] });
    const path = `/api/v1/envelopes/${envelope.id}/remind`;
    const call = (expectedVersion: number) =>
      callKeyed(api, key, { method: 'POST', path, body: { expectedVersion } }, 'retry');
    expectError(await call(2), 'version_conflict', { currentVersion: 3 });
    expect((await call(3)).status).toBe(200);
    pass(api, MINUTE_MS);
    const again = await call(3);
    expect([again.status, again.headers.get(REPLAYED)]).toEqual([200, 'true']);
    expect(
      (await jobsOf(api, envelope.id)).filter(({ name }) => name.endsWith('reminder_sent')),
    ).toHaveLength(1);
  });
});
