import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getRenewalTime } from '#server/crypto/timestamp/renewal.ts';
import { encodeTimestampRequest } from '#server/crypto/timestamp/request.ts';
import { encodeElement, TAG } from '#server/crypto/der.ts';
import { readChildren, readDer } from '#verify/x509/der.ts';
import { openTimestampServices } from '#server/outbound/timestamp-services.ts';
import { opensslVerifiesTimestamp } from '../pdf/support/pdf-tools.ts';
import { startTimestampServer, type TimestampServer } from '../support/timestamp/timestamp-server.ts';

const DATA = Buffer.from('what is stamped');
const DIGEST = createHash('sha256').update(DATA).digest();

let server: TimestampServer;
let other: TimestampServer;
beforeAll(async () => {
  [server, other] = await Promise.all([startTimestampServer(), startTimestampServer()]);
});
beforeEach(() => server.answerWith(null));
afterAll(() => Promise.all([server.close(), other.close()]));

function services(urls: readonly string[], { clock = () => new Date(), timeoutMs = 10_000 } = {}) {
  const failures: string[] = [];
  const opened = openTimestampServices({
    urls,
    timeoutMs,
    clock,
    onFailure: (_, reason) => failures.push(reason),
  });
  return { ...opened, failures };
}

test('a timestamp is for what was asked, and OpenSSL agrees', async () => {
  const { stamp, failures, reachable, tokenBytes } = services([server.url]);
  const timestamp = await stamp(DIGEST);
  expect(failures).toEqual([]);
  expect(Math.abs(Date.now() - (timestamp?.time.getTime() ?? 0))).toBeLessThan(60_000);
  const token = timestamp?.token ?? new Uint8Array();
  expect(opensslVerifiesTimestamp({ token, data: DATA, root: server.root })).toMatchObject({ ok: true });
  expect(opensslVerifiesTimestamp({ token, data: DIGEST, root: server.root })).toMatchObject({ ok: false });
  expect(reachable()).toBe(true);
  expect(await tokenBytes()).toBe(token.length + 512);
});

test('the size of a token is learned before the first one is needed, once', async () => {
  const before = server.requests();
  const { stamp, tokenBytes } = services([server.url]);
  const [room] = await Promise.all([tokenBytes(), tokenBytes()]);
  expect(server.requests()).toBe(before + 1);
  const token = (await stamp(DIGEST))?.token ?? new Uint8Array();
  // Sizes vary by a few bytes because of serial numbers and times.
  expect(Math.abs(room - token.length - 512)).toBeLessThan(16);
});

test('a service that is down is asked for the size once, and room is left for its token', async () => {
  const gone = await startTimestampServer();
  await gone.close();
  const { failures, tokenBytes } = services([gone.url]);
  expect([await tokenBytes(), await tokenBytes()]).toEqual([8 * 1024, 8 * 1024]);
  expect(failures).toHaveLength(1);
});

test('services are asked in order until one answers', async () => {
  const gone = await startTimestampServer();
  await gone.close();
  const before = other.requests();
  const { stamp, failures, reachable } = services([gone.url, server.url, other.url]);
  expect(await stamp(DIGEST)).not.toBeNull();
  expect(failures).toHaveLength(1);
  expect(other.requests()).toBe(before);
  expect(reachable()).toBe(true);
});

test('without an answer there is no timestamp, and that is known', async () => {
  server.answerWith(() => {});
  const slow = services([server.url], { timeoutMs: 200 });
  expect(await slow.stamp(DIGEST)).toBeNull();
  expect(slow.failures).toEqual([expect.stringContaining('timeout')]);
  expect(slow.reachable()).toBe(false);
  const none = services([]);
  expect(none.configured).toBe(false);
  expect(await none.stamp(DIGEST)).toBeNull();
});

describe('refuses', () => {
  test.each([
    ['an error', 500, Buffer.from('broken'), 'the service answered 500'],
    ['something else', 200, Buffer.from('hello'), 'the response is not a timestamp'],
    ['a rejection', 200, Buffer.from('30053003020102', 'hex'), 'the request was rejected with status 2'],
    ['a flood', 200, Buffer.alloc(70 * 1024), 'the response is too long'],
  ])('%s', async (_, status, body, reason) => {
    server.answerWith((_request, response) => void response.writeHead(status).end(body));
    const { stamp, failures } = services([server.url]);
    expect(await stamp(DIGEST)).toBeNull();
    expect(failures).toEqual([reason]);
  });

  /** Has the service answer a request other than ours, and changes the answer. */
  async function answering(request: Buffer, change: (answer: Buffer) => Buffer = (answer) => answer) {
    const response = await fetch(other.url, { method: 'POST', body: Uint8Array.from(request) });
    const answer = change(Buffer.from(await response.arrayBuffer()));
    server.answerWith((_, reply) => void reply.end(answer));
    const { stamp, failures } = services([server.url]);
    expect(await stamp(DIGEST)).toBeNull();
    return failures;
  }
  const nonce = Buffer.from('4142434445464748', 'hex');

  test('a token for other data', async () => {
    const digest = createHash('sha256').update('other data').digest();
    expect(await answering(Buffer.from(encodeTimestampRequest(digest, nonce)))).toEqual([
      'the token is for other data',
    ]);
  });

  test('a token for another request', async () => {
    expect(await answering(Buffer.from(encodeTimestampRequest(DIGEST, nonce)))).toEqual([
      'the token answers another request',
    ]);
  });

  test('a token that was changed', async () => {
    const failures = await answering(Buffer.from(encodeTimestampRequest(DIGEST, nonce)), (answer) => {
      // Only the time in TSTInfo starts like this.
      answer.write('19', answer.indexOf(`${new Date().getUTCFullYear()}`), 'latin1');
      return answer;
    });
    expect(failures).toEqual([expect.stringMatching(/changed|valid|invalid|malformed/)]);
  });

  test('a token that a strict verifier could not read, and asks the next service', async () => {
    server.answerWith((request, reply) => {
      void fetch(other.url, { method: 'POST', body: Uint8Array.from(request) })
        .then(async (response) => reply.end(withLongLength(new Uint8Array(await response.arrayBuffer()))))
        .catch(() => reply.destroy());
    });
    const { stamp, failures } = services([server.url, other.url]);
    expect(await stamp(DIGEST)).not.toBeNull();
    expect(failures).toEqual(['the response is not a timestamp']);
  });

  test('a token from another time', async () => {
    const tomorrow = () => new Date(Date.now() + 24 * 60 * 60_000);
    const { stamp, failures } = services([server.url], { clock: tomorrow });
    expect(await stamp(DIGEST)).toBeNull();
    expect(failures).toEqual([expect.stringContaining('differs from ours')]);
  });
});

/** Writes the length of a response's token in more octets than DER allows, as BER permits. */
function withLongLength(response: Uint8Array): Uint8Array {
  const [status, token] = readChildren(readDer(response));
  if (status === undefined || token === undefined) throw new Error('there is no token');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(token.content.length);
  const spelled = Buffer.concat([Uint8Array.of(token.tag, 0x84), length, token.content]);
  return encodeElement(TAG.sequence, [status.bytes, spelled]);
}

test('a timestamp is renewed well before its certificate expires, and never at once', async () => {
  const timestamp = await services([server.url]).stamp(DIGEST);
  if (timestamp === null) throw new Error('there is no timestamp');
  const days = (renewal: Date) =>
    Math.round((renewal.getTime() - timestamp.time.getTime()) / (24 * 60 * 60_000));
  // Its certificate is valid for 3650 days.
  expect(days(getRenewalTime(timestamp, timestamp.time))).toBe(3650 - 90);
  const late = new Date(timestamp.time.getTime() + 4000 * 24 * 60 * 60_000);
  expect(days(getRenewalTime(timestamp, late))).toBe(4001);
});
