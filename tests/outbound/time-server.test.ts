import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askTimeServer, NtpError } from '#server/outbound/ntp.ts';
import { openTimeServer } from '#server/outbound/time-server.ts';
import { startNtpServer, type NtpServer, writeTime } from '../support/ntp-server.ts';

const NOW = Date.parse('2026-11-27T12:00:00.250Z');
const clock = () => new Date(NOW);
let server: NtpServer;
beforeAll(async () => {
  server = await startNtpServer(() => NOW);
});
afterAll(() => server.close());
beforeEach(() => {
  Object.assign(server, { offsetMs: 0, silent: false, change: () => undefined });
});

const address = () => ({ host: '127.0.0.1', port: server.port });
const ask = (own: Partial<ReturnType<typeof address>> = {}) =>
  askTimeServer({ ...address(), ...own }, { clock, timeoutMs: 500 });

describe('a request', () => {
  it.each([0, 120_000, -120_000, 86_400_000])(
    'tells how far the clock is from one that is %i ms ahead',
    async (offsetMs) => {
      server.offsetMs = offsetMs;
      expect(await ask()).toBeCloseTo(-offsetMs, -1);
    },
  );

  it('goes on when the seconds begin again in 2036', async () => {
    const later = Date.parse('2036-03-01T00:00:00Z');
    server.change = (answer) => [32, 40].forEach((at) => writeTime(answer, at, later));
    expect(NOW - later - (await ask())).toBeLessThan(2);
  });

  it('finds a server by name', async () => {
    expect(await ask({ host: 'localhost' })).toBeCloseTo(0, -1);
  });

  it.each<[string, (answer: Buffer) => unknown, string]>([
    ['to something else', (answer) => answer.writeUInt8(1, 24), 'answered something else'],
    ['that is a refusal', (answer) => answer.writeUInt8(0, 1) && answer.write('RATE', 12), 'refuses: RATE'],
    ['of a server without the time', (answer) => answer.writeUInt8(0b11_100_100, 0), "doesn't know the time"],
    ['of a server far from any clock', (answer) => answer.writeUInt8(16, 1), "doesn't know the time"],
    ['that is a request', (answer) => answer.writeUInt8(0b00_100_011, 0), 'something else than a time'],
  ])('takes no answer %s', async (_name, change, message) => {
    server.change = change;
    await expect(ask()).rejects.toThrow(NtpError);
    await expect(ask()).rejects.toThrow(message);
  });

  it('does not wait for ever', async () => {
    server.silent = true;
    await expect(ask()).rejects.toThrow("doesn't answer");
    await expect(ask({ host: 'nowhere.invalid' })).rejects.toThrow("can't be resolved");
  });
});

describe('a time server', () => {
  it('is asked once for many questions, and its time goes on by itself', async () => {
    let now = NOW;
    const before = server.asked();
    const own = () => new Date(now);
    const open = openTimeServer(address(), { clock: own, onFailure: () => undefined });
    await Promise.all([open.aheadMs(own), open.aheadMs(own)]);
    now += 60_000;
    // Only the process's clock has jumped.
    expect(((await open.aheadMs(own)) ?? 0) / 1000).toBeCloseTo(60, 0);
    expect([open.configured, open.answers(), server.asked() - before]).toEqual([true, true, 1]);
  });

  it('that is silent is told about once, and not asked all the time', async () => {
    server.silent = true;
    const reasons: string[] = [];
    const before = server.asked();
    const open = openTimeServer(address(), { clock, onFailure: (reason) => reasons.push(reason) });
    expect([await open.aheadMs(clock), await open.aheadMs(clock)]).toEqual([null, null]);
    expect([open.answers(), server.asked() - before]).toEqual([false, 1]);
    expect(reasons).toEqual([expect.stringContaining("doesn't answer")]);
  });

  it('that isn’t configured says nothing, and nothing is wrong', async () => {
    const open = openTimeServer(null, { clock, onFailure: () => undefined });
    expect([open.configured, await open.aheadMs(clock), open.answers()]).toEqual([false, null, true]);
  });
});
