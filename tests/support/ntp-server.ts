import { createSocket } from 'node:dgram';

/** A time server; `change` can modify the packet before it's sent. */
export type NtpServer = {
  /** Its address, in the format of `NTP_SERVER`. */
  readonly address: string;
  readonly port: number;
  /** The number of requests so far. */
  readonly asked: () => number;
  /** How far its clock is ahead, and whether it's silent. */
  offsetMs: number;
  silent: boolean;
  change: (answer: Buffer) => void;
  readonly close: () => Promise<void>;
};

const EPOCH_SECONDS = 2_208_988_800;

/** Starts a time server (RFC 5905) on loopback. */
export async function startNtpServer(now: () => number = Date.now): Promise<NtpServer> {
  let asked = 0;
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  const server: NtpServer = {
    address: `127.0.0.1:${port}`,
    port,
    asked: () => asked,
    offsetMs: 0,
    silent: false,
    change: () => undefined,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
  socket.on('message', (request, from) => {
    asked += 1;
    if (server.silent) return;
    const answer = Buffer.alloc(48);
    answer.writeUInt8(0b00_100_100, 0);
    answer.writeUInt8(2, 1);
    request.copy(answer, 24, 40, 48);
    for (const at of [32, 40]) writeTime(answer, at, now() + server.offsetMs);
    server.change(answer);
    socket.send(answer, from.port, from.address);
  });
  return server;
}

/** Seconds since 1900, of which only 32 bits are sent, and their fraction. */
export function writeTime(packet: Buffer, at: number, milliseconds: number): void {
  const seconds = Math.floor(milliseconds / 1000);
  packet.writeUInt32BE((seconds + EPOCH_SECONDS) % 2 ** 32, at);
  packet.writeUInt32BE(Math.floor(((milliseconds - seconds * 1000) / 1000) * 2 ** 32), at + 4);
}
