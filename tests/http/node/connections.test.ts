import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, Socket, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { limitConnections, type ConnectionLimits, type Wave } from '#server/http/node/connections.ts';

const WIDE: ConnectionLimits = {
  total: 100,
  perAddress: 100,
  bodyBytes: 100,
  bodyWindowMs: 60_000,
  readWindowMs: 60_000,
  checkMs: 5,
  waveMs: 20,
};
const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
const POST = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n';

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

describe('connections', () => {
  it('answers 408 to a body that arrives too slowly, and reports one wave', async () => {
    const { dial, wave } = await serve({ bodyWindowMs: 20, waveMs: 1000 });
    const slow = [dial(), dial(), dial()];
    for (const socket of slow) socket.write(POST);
    const answers = await Promise.all(slow.map((socket) => text(socket)));
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(await wave).toEqual({ slowBody: 3 });
  });

  it('does not blame the client while the server is not reading', async () => {
    const { dial, server } = await serve({ bodyWindowMs: 500, bodyBytes: 1e9 }, false);
    const asked = once(server, 'request');
    const socket = dial();
    socket.write(POST.replace('1000', '2000000') + 'x'.repeat(1_000_000));
    await asked;
    const slow = dial();
    slow.write(POST);
    expect(await text(slow)).toMatch(/^HTTP\/1\.1 408 /);
    expect(socket.destroyed).toBe(false);
  });

  it('closes connections whose answer nobody takes, and no others', async () => {
    const answer = Buffer.alloc(32 * 1024 * 1024);
    const { dial, server, wave } = await serve({ readWindowMs: 300, waveMs: 1000 }, true, undefined, answer);
    const [stuck, reading] = [dial(), dial()];
    stuck.pause();
    const asked = once(server, 'request');
    stuck.write(GET);
    const [{ socket }] = (await asked) as [{ socket: Socket }];
    reading.write(GET);
    let received = 0;
    reading.on('data', (bytes: Buffer) => (received += bytes.length));
    await once(socket, 'close');
    await expect.poll(() => received, { timeout: 20_000 }).toBeGreaterThan(answer.length);
    expect(reading.destroyed).toBe(false);
    expect((await wave).slowRead).toBe(1);
  });

  it('lets an address replace its own connections that await something, oldest first', async () => {
    const { dial, server, wave } = await serve({ perAddress: 2 }, false);
    const [first, second] = [dial(), dial()];
    for (const socket of [first, second]) {
      const asked = once(server, 'request');
      socket.write(POST);
      await asked;
    }
    const closed = once(first, 'close');
    const accepted = once(server, 'connection');
    dial();
    await Promise.all([accepted, closed]);
    expect(second.destroyed).toBe(false);
    expect((await wave).replaced).toBe(1);
  });

  it('refuses connections above the limit of an address while all of its others are answered', async () => {
    const { dial, server, wave } = await serve({ perAddress: 1 }, false);
    const asked = once(server, 'request');
    dial().write(GET);
    await asked;
    expect(await text(dial())).toBe('');
    expect((await wave).refused).toBe(1);
  });

  it('counts the addresses of one IPv6 network as one, and those of IPv4 one by one', () => {
    const server = createServer();
    limitConnections(
      server,
      { ...WIDE, perAddress: 2 },
      () => false,
      () => undefined,
    );
    const arrive = (address: string) => {
      const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: address });
      closing.push(() => socket.destroy());
      server.emit('connection', socket);
      return socket;
    };
    const [first, ...others] = ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1', '2001:db8::3'].map(arrive);
    others.push(...[1, 2, 3].map((last) => arrive(`::ffff:192.0.2.${last}`)));
    expect([first, ...others].map((socket) => socket?.destroyed)).toEqual([true, ...others.map(() => false)]);
  });

  it('exempts trusted proxies from the limit of an address', async () => {
    const { dial } = await serve({ perAddress: 1 }, true, () => true);
    expect(await get(dial())).toContain('200 OK');
    expect(await get(dial())).toContain('200 OK');
  });

  it('makes room by closing idle connections before ones that have not sent a request', async () => {
    const { dial, server, wave } = await serve({ total: 2 });
    const accepted = once(server, 'connection');
    const fresh = dial();
    await accepted;
    const idle = dial();
    await get(idle);
    const closed = once(idle, 'close');
    expect(await get(dial())).toContain('200 OK');
    await closed;
    expect(await get(fresh)).toContain('200 OK');
    expect((await wave).replaced).toBeGreaterThan(0);
  });

  it('keeps a connection whose next request is running when the first is answered', async () => {
    const { dial, server } = await serve({ total: 1 });
    const pipelined = dial();
    const asked = once(server, 'request');
    pipelined.write(GET + POST);
    await asked;
    await once(pipelined, 'data');
    expect(await text(dial())).toBe('');
    expect(pipelined.destroyed).toBe(false);
  });

  it('refuses a connection if all others have a running request', async () => {
    const { dial, server, wave } = await serve({ total: 1 }, false);
    const asked = once(server, 'request');
    dial().write(POST);
    await asked;
    expect(await text(dial())).toBe('');
    expect((await wave).refused).toBe(1);
  });
});

/** Answers every request that has arrived; without `reads`, requests aren't read. */
async function serve(
  limits: Partial<ConnectionLimits>,
  reads = true,
  isProxy = () => false,
  answer: string | Buffer = 'ok',
) {
  const server: Server = createServer((message, response) => {
    if (reads) message.resume().once('end', () => response.end(answer));
  });
  const wave = Promise.withResolvers<Wave>();
  limitConnections(server, { ...WIDE, ...limits }, isProxy, wave.resolve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const dial = (): Socket => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    closing.push(() => socket.destroy());
    return socket;
  };
  return { server, dial, wave: wave.promise };
}

async function get(socket: Socket): Promise<string> {
  socket.write(GET);
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  return bytes.toString();
}
