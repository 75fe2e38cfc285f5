import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';

/** A time server's answer was unusable or missing. */
export class NtpError extends Error {
  override readonly name = 'NtpError';
}

export type NtpAddress = { readonly host: string; readonly port: number };

const PACKET_BYTES = 48;
/** No leap warning, version 4, client mode. */
const REQUEST = 0b00_100_011;
const SERVER_MODE = 4;
const UNSYNCHRONIZED = 3;
const STRATUM_MAX = 15;
/** The seconds from 1900 to 1970. */
const EPOCH_SECONDS = 2_208_988_800;
const ERA_SECONDS = 2 ** 32;

/**
 * Asks a time server (NTP version 4 as a simple client, RFC 5905 section 14) and returns by how many
 * milliseconds `clock` is ahead of it. The time sent in the request is random, so that only someone who sees
 * the request can answer it. Throws NtpError.
 */
export async function askTimeServer(
  { host, port }: NtpAddress,
  { clock, timeoutMs }: { readonly clock: () => Date; readonly timeoutMs: number },
): Promise<number> {
  const signal = AbortSignal.timeout(timeoutMs);
  const isLate = once(signal, 'abort').then(() => {
    throw new NtpError(`${host} can't be resolved in time`);
  });
  const { address } = await Promise.race([lookup(host), isLate]).catch((cause: unknown) => {
    throw new NtpError(`${host} can't be resolved`, { cause });
  });
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  try {
    // A connected socket accepts answers only from this server.
    socket.connect(port, address);
    await once(socket, 'connect', { signal });
    const request = Buffer.alloc(PACKET_BYTES);
    request.writeUInt8(REQUEST, 0);
    randomBytes(8).copy(request, 40);
    const sentAt = clock().getTime();
    socket.send(request);
    const [answer] = (await once(socket, 'message', { signal })) as [Buffer];
    const arrivedAt = clock().getTime();
    const { receivedAt, answeredAt } = readAnswer(answer, request.subarray(40, 48));
    return Math.round((sentAt - receivedAt + arrivedAt - answeredAt) / 2);
  } catch (error) {
    if (error instanceof NtpError) throw error;
    throw new NtpError(`${host}:${port} doesn't answer`, { cause: error });
  } finally {
    socket.close();
  }
}

/** Reads when the server received the request and when it sent its answer, in milliseconds since 1970. */
function readAnswer(answer: Buffer, nonce: Buffer): { receivedAt: number; answeredAt: number } {
  if (answer.length < PACKET_BYTES || (answer.readUInt8(0) & 0b111) !== SERVER_MODE)
    throw new NtpError('the time server sent something else than a time');
  if (!answer.subarray(24, 32).equals(nonce)) throw new NtpError('the time server answered something else');
  const stratum = answer.readUInt8(1);
  if (stratum === 0) throw new NtpError(`the time server refuses: ${answer.toString('latin1', 12, 16)}`);
  if (stratum > STRATUM_MAX || answer.readUInt8(0) >> 6 === UNSYNCHRONIZED)
    throw new NtpError("the time server doesn't know the time itself");
  return { receivedAt: readMilliseconds(answer, 32), answeredAt: readMilliseconds(answer, 40) };
}

/**
 * Reads a 64-bit timestamp. The seconds start again at zero in 2036, so values in the first half of their
 * range count as times from 2036 on (RFC 4330).
 */
function readMilliseconds(packet: Buffer, offset: number): number {
  const seconds = packet.readUInt32BE(offset);
  const era = seconds < ERA_SECONDS / 2 ? ERA_SECONDS : 0;
  return (seconds + era - EPOCH_SECONDS) * 1000 + (packet.readUInt32BE(offset + 4) / ERA_SECONDS) * 1000;
}
