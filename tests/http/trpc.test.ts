import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { answerApi } from '#server/http/api.ts';
import { useApi } from '../support/api.ts';
import { callDashboard, ORIGIN, refusalIn, sessionOf } from '../support/session.ts';

const api = useApi();
const MAX = LIMITS.jsonBodyMaxBytes;
const PATH = '/api/trpc/envelope.create';

async function session() {
  const { organizationId } = await api.tenant();
  return await sessionOf(api, organizationId);
}

/** Sends a body in chunks of 64 KiB without a length. Returns how much of it was accepted. */
async function stream(bytes: number, headers: Record<string, string>) {
  let taken = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (taken >= bytes) return controller.close();
        taken += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(0x20));
      },
    },
    { highWaterMark: 0 },
  );
  const request = new Request(`${ORIGIN}${PATH}`, {
    method: 'POST',
    headers: { origin: ORIGIN, 'content-type': 'application/json', ...headers },
    body,
    duplex: 'half',
  } as RequestInit);
  const response = await answerApi(api.services, request, null);
  return { status: response.status, json: await response.json(), taken };
}

describe('the body of a dashboard’s call', () => {
  it('is refused over the JSON limit before the rest is read', async () => {
    const cookie = await session();
    const { status, json, taken } = await stream(100 * MAX, { cookie });
    expect(status).toBe(413);
    expect(json.error.data.refusal).toMatchObject({
      code: 'payload_too_large',
      details: { maxBytes: MAX },
    });
    expect(taken).toBeLessThanOrEqual(MAX + 2 * 65_536);
  });

  it('is refused for the length that it claims', async () => {
    const headers = { cookie: await session(), origin: ORIGIN, 'content-length': String(MAX + 1) };
    const answer = await api.call('POST', PATH, { headers, body: '{}' });
    expect([answer.status, refusalIn(answer)?.code]).toEqual([413, 'payload_too_large']);
  });

  it('may be as long as the limit', async () => {
    const cookie = await session();
    const input = JSON.stringify({ originalFilename: 'A.pdf' });
    const headers = { cookie, origin: ORIGIN };
    const answer = await api.call('POST', PATH, { headers, body: input + ' '.repeat(MAX - input.length) });
    expect(answer.status).toBe(200);
  });

  it.each([
    ['nobody', {}],
    ['an unknown session', { cookie: 'countersign_session=unknown' }],
  ])('of %s is not read', async (_name, headers) => {
    const { status, json, taken } = await stream(100 * MAX, headers as Record<string, string>);
    expect(status).toBe(401);
    expect(json.error.data.refusal.code).toBe('unauthorized');
    expect(taken).toBe(0);
  });
});

describe('a refusal before any procedure', () => {
  it('reads like all others to the dashboard’s client', async () => {
    const answer = await callDashboard(api, 'query', 'envelope.list');
    expect(answer.json.error).toMatchObject({
      message: expect.stringMatching(/./),
      data: { httpStatus: 401, requestId: answer.headers.get('x-request-id') },
    });
    const calls = await callDashboard(api, 'mutation', 'envelope.create', {
      origin: 'https://evil.example',
      cookie: await session(),
    });
    expect([calls.status, refusalIn(calls)?.code]).toEqual([403, 'forbidden']);
  });
});

describe('several calls in one request', () => {
  it('are refused', async () => {
    const cookie = await session();
    const answer = await api.call(
      'GET',
      '/api/trpc/envelope.list,envelope.list?batch=1&input={"0":{},"1":{}}',
      {
        headers: { cookie },
      },
    );
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.json)).not.toContain('items');
  });
});
