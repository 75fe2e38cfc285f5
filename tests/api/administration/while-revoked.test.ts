import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { answerApi } from '#server/http/api.ts';
import { useApi, type Answer, type Tenant } from '../../support/api.ts';
import { createDraft } from '../../support/envelopes.ts';
import { useOwner } from '../../support/owner.ts';
import { ORIGIN } from '../../support/session.ts';

// Counts the requests that wait for a lock.
const api = useApi({ alone: true });
const database = useOwner(api);

let own: Tenant;
let key: { readonly id: string; readonly secret: string };
beforeEach(async () => {
  own = await api.tenant();
  const { json } = await send('POST', '/api-keys', { name: 'Script' });
  key = { id: json.apiKey.id, secret: json.secret };
  // Its first use is recorded, which would wait as well.
  await send('GET', '/ping', undefined, key.secret);
});

const send = (method: string, path: string, body?: object, by = own.apiKey) =>
  api.call(method, `/api/v1${path}`, { key: by, ...(body && { body }) });
const revoke = () => send('DELETE', `/api-keys/${key.id}`);

/** Runs a request that was admitted before its key was revoked, and that goes on only afterwards. */
async function sendWhileRevoked(act: () => Promise<Answer>): Promise<Answer> {
  const [isHeld, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = database.sql.begin(async (tx) => {
    await tx`select from api_keys where id = ${key.id} for update`;
    isHeld.resolve();
    await end.promise;
  });
  await isHeld.promise;
  const waits = (count: number) =>
    api.until(`${count} requests to wait`, async () => {
      const locks = await api.services.db.drizzle.execute(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return locks.length >= count;
    });
  const revoking = revoke();
  await waits(1);
  const acting = act();
  await Promise.race([acting, waits(2)]);
  end.resolve();
  const [answer, { status }] = await Promise.all([acting, revoking, holding]);
  expect(status).toBe(204);
  return answer;
}

const invitations = async () => (await send('GET', '/members')).json.invitations as readonly object[];
const someone = { email: 'someone@acme.example', role: 'member' };

describe('what a key does while it is revoked', () => {
  it('invites nobody', async () => {
    const answer = await sendWhileRevoked(() => send('POST', '/invitations', someone, key.secret));
    expect([answer.status, await invitations()]).toEqual([401, []]);
  });

  it('sends nobody’s invitation again in its name', async () => {
    const { id } = (await send('POST', '/invitations', someone)).json;
    await sendWhileRevoked(() => send('POST', `/invitations/${id}/resend`, undefined, key.secret));
    const [row] = await database.sql`select invited_with, revoked_at from invitations where id = ${id}`;
    expect(row?.['invited_with'] === key.id && row['revoked_at'] === null).toBe(false);
  });

  it('creates no other key', async () => {
    await sendWhileRevoked(() => send('POST', '/api-keys', { name: 'Another' }, key.secret));
    const { items } = (await send('GET', '/api-keys')).json;
    expect(
      items.filter(
        (one: { name: string; revokedAt: string | null }) => one.name === 'Another' && !one.revokedAt,
      ),
    ).toEqual([]);
  });
});

it('a request whose body arrives after its key was revoked is refused', async () => {
  const { envelope } = (await createDraft(api, own.apiKey)).json;
  const path = `/api/v1/envelopes/${envelope.id}/send`;
  const sendSlowly = async (meanwhile: () => Promise<unknown>) => {
    const [first, rest] = ['{"expectedVersion"', ': 1}'].map((part) => Buffer.from(part));
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(first ?? Buffer.alloc(0)),
      pull: async (controller) => {
        await meanwhile();
        api.clock.now = new Date(api.clock.now.getTime() + 3_000);
        controller.enqueue(rest ?? Buffer.alloc(0));
        controller.close();
      },
    });
    const headers = { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' };
    const request = new Request(new URL(path, ORIGIN), {
      ...{ method: 'POST', headers, body },
      duplex: 'half',
    } as RequestInit);
    return (await answerApi(api.services, request, '192.0.2.7')).status;
  };
  expect(await sendSlowly(revoke)).toBe(401);
  expect((await send('GET', `/envelopes/${envelope.id}`)).json.envelope.status).toBe('draft');
  key = { ...key, secret: own.apiKey };
  expect(await sendSlowly(() => Promise.resolve())).toBe(200);
});
