import { createSocket } from 'node:dgram';

/** A name server that only has TXT records. */
export type DnsServer = {
  /** Its address and port, in the format of `DNS_SERVERS`. */
  readonly address: string;
  /** Each name's record values, one per line. */
  readonly records: Map<string, string>;
  /** Makes every query fail, or work again. */
  readonly fail: (fails: boolean) => void;
  readonly close: () => Promise<void>;
};

const TXT = 16;
const NO_SUCH_NAME = 3;
const SERVER_FAILURE = 2;

/** Starts a name server (RFC 1035) on loopback. */
export async function startDnsServer(): Promise<DnsServer> {
  const records = new Map<string, string>();
  let failing = false;
  const socket = createSocket('udp4');
  socket.on('message', (query, { address, port }) => {
    const { name, end } = nameIn(query, 12);
    const value = query.readUInt16BE(end) === TXT ? records.get(name) : undefined;
    const code = failing ? SERVER_FAILURE : value === undefined ? NO_SUCH_NAME : 0;
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | code, 2);
    header.writeUInt16BE(1, 4);
    const answer = code === 0 && value !== undefined ? value.split('\n').map(textRecord) : [];
    header.writeUInt16BE(answer.length, 6);
    socket.send(Buffer.concat([header, query.subarray(12, end + 4), ...answer]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    fail: (fails) => {
      failing = fails;
    },
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function nameIn(query: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = start;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** Reads the name in the question, which starts at byte 12. */
function textRecord(value: string): Buffer {
  const text = Buffer.from(value);
  const fixed = Buffer.from([0xc0, 12, 0, TXT, 0, 1, 0, 0, 0, 1, 0, text.length + 1, text.length]);
  return Buffer.concat([fixed, text]);
}
