import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';

import { type Figure, createFigure } from '../figures.ts';
import type { BenchServer } from '../server.ts';

const SOCKETS = 20_000;
const AT_ONCE = 200;
const REQUESTS = 50;
/** Longer than the server collects log lines about a wave of connections. */
const WAVE_MS = 12_000;
/** One for each wave, of 10 seconds. */
const MOST_LINES = 6;
const PAGE_BYTES = 4096;
const ATTACKER = '127.0.0.1';
const OTHER = '127.0.0.2';

/**
 * Opens thousands of connections from one address that never finish their request, and measures requests from
 * another address meanwhile.
 */
export async function benchSlowSockets({ http, pid, logLines }: BenchServer): Promise<Figure[]> {
  const port = Number(new URL(http.origin).port);
  const linesBefore = logLines();
  const sockets: Socket[] = [];
  const attack = async () => {
    while (sockets.length < SOCKETS)
      sockets.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => openSlowSocket(port)))));
  };
  try {
    const attacking = attack();
    const answers: boolean[] = [];
    for (let index = 0; index < REQUESTS; index += 1) answers.push(await isAnswered(port));
    await attacking;
    for (let index = 0; index < REQUESTS; index += 1) answers.push(await isAnswered(port));
    const descriptors = readdirSync(`/proc/${pid}/fd`).length;
    const megabytes = readResidentBytes(pid) / 1e6;
    const failed = answers.filter((isFine) => !isFine).length;
    await new Promise((resolve) => setTimeout(resolve, WAVE_MS));
    return [
      createFigure(
        `${SOCKETS} slow sockets: failed of ${answers.length} requests of another address`,
        '',
        [failed],
        {
          atMost: 0,
        },
      ),
      createFigure('slow sockets: descriptors of the server', '', [descriptors]),
      createFigure('slow sockets: memory of the server', 'MB', [megabytes]),
      createFigure('slow sockets: lines logged', '', [logLines() - linesBefore], { atMost: MOST_LINES }),
    ];
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

function readResidentBytes(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1] ?? 0) * PAGE_BYTES;
}

/** Starts a request that it never finishes. Also resolves if the server hangs up. */
function openSlowSocket(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: ATTACKER });
    socket.once('connect', () =>
      socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n', () => resolve(socket)),
    );
    socket.on('error', () => resolve(socket));
  });
}

function isAnswered(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request({
      host: '127.0.0.1',
      port,
      localAddress: OTHER,
      path: '/api/health',
      timeout: 5_000,
    });
    asked.on('response', (response) => {
      response.resume();
      resolve((response.statusCode ?? 500) < 500);
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(false));
    asked.end();
  });
}
