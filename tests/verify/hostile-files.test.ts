import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { verify } from '#verify/verify.ts';

/**
 * The time that reading a small file may take here, alongside other tests. Without limits, each of these
 * files takes minutes, or all memory.
 */
const TIME = { timeout: 30_000 };

const stream = (entries: string, data: Buffer) =>
  Buffer.concat([
    Buffer.from(`<< ${entries} >>\nstream\n`, 'latin1'),
    data,
    Buffer.from('\nendstream', 'latin1'),
  ]);
const flate = (data: Buffer, entries: string) => {
  const packed = deflateSync(data, { level: 9 });
  return stream(`${entries} /Filter /FlateDecode /Length ${packed.length}`, packed);
};
const indirect = (number: number, body: string | Buffer) =>
  Buffer.concat([
    Buffer.from(`${number} 0 obj\n`),
    typeof body === 'string' ? Buffer.from(body, 'latin1') : body,
    Buffer.from('\nendobj\n'),
  ]);

type Place = { readonly type: number; readonly second: number; readonly third: number };
const row = ({ type, second, third }: Place) => {
  const bytes = Buffer.alloc(7);
  bytes.writeUInt8(type, 0);
  bytes.writeUInt32BE(second, 1);
  bytes.writeUInt16BE(third, 5);
  return bytes;
};

/**
 * Makes a file with some objects in their own places, others in object streams, and something that looks like
 * a signature over all of it, so that the verifier has to read the catalog, which is object 1.
 */
function fileOf(
  objects: ReadonlyMap<number, string | Buffer>,
  packed: ReadonlyMap<number, Place> = new Map(),
) {
  const make = ([length = 0, second = 0, rest = 0]: readonly number[]) => {
    const numbers = [length, second, rest].map((number) => String(number).padStart(10, '0')).join(' ');
    const signature = `<< /ByteRange [0 ${numbers}] /Contents <00> >>`;
    let file = Buffer.from('%PDF-1.7\n');
    const places = new Map<number, Place>(packed);
    for (const [number, body] of [...objects, [99, signature] as const]) {
      places.set(number, { type: 1, second: file.length, third: 0 });
      file = Buffer.concat([file, indirect(number, body)]);
    }
    const at = file.length;
    const rows = Buffer.concat(
      Array.from({ length: 100 }, (_, number) => row(places.get(number) ?? { type: 0, second: 0, third: 0 })),
    );
    const table = flate(rows, '/Type /XRef /W [1 4 2] /Size 100 /Root 1 0 R');
    return Buffer.concat([file, indirect(98, table), Buffer.from(`startxref\n${at}\n%%EOF\n`)]);
  };
  const draft = make([]);
  const hole = draft.indexOf('<00>');
  return make([hole, hole + 4, draft.length - hole - 4]);
}

async function expectRefused(file: Buffer): Promise<void> {
  expect(await verify(new Uint8Array(file))).toMatchObject({ verdict: 'invalid' });
}

it('refuses a stream that is its own length', TIME, async () => {
  await expectRefused(fileOf(new Map([[1, stream('/Length 1 0 R', Buffer.from('x'))]])));
});

it('refuses an object stream whose length is in itself', TIME, async () => {
  const packed = stream('/Type /ObjStm /N 2 /First 10 /Length 4 0 R', Buffer.from('1 0 4 3 << >> 2'));
  const inside = (third: number) => ({ type: 2, second: 3, third });
  const places = new Map([
    [1, inside(0)],
    [4, inside(1)],
  ]);
  await expectRefused(fileOf(new Map([[3, packed]]), places));
});

it('reads of an object stream only what it needs', TIME, async () => {
  const count = 50_000;
  const header = Array.from({ length: count }, (_, number) => `${number + 1} 0`).join(' ') + ' ';
  const packed = flate(
    Buffer.from(`${header}[${'[]'.repeat(100_000)}]`),
    `/Type /ObjStm /N ${count} /First ${header.length}`,
  );
  const places = new Map([[1, { type: 2, second: 3, third: 0 }]]);
  await expectRefused(fileOf(new Map([[3, packed]]), places));
});

it('gives up on a small file with millions of places', TIME, async () => {
  const places = Buffer.alloc(900_000);
  let file = Buffer.from('%PDF-1.7\n1 0 obj\n<< /ByteRange [0 0 0 0] >>\nendobj\n');
  const sections: number[] = [];
  for (let section = 0; section < 60; section++) {
    const previous = sections.at(-1);
    const entries = `/Type /XRef /W [1 0 0] /Size 900000 /Root 1 0 R${previous === undefined ? '' : ` /Prev ${previous}`}`;
    sections.push(file.length);
    file = Buffer.concat([file, indirect(2, flate(places, entries))]);
  }
  const hole = '<00>';
  const make = (numbers: readonly number[]) =>
    Buffer.concat([
      file,
      Buffer.from(
        `3 0 obj\n<< /ByteRange [0 ${numbers.map((one) => String(one).padStart(10, '0')).join(' ')}] /Contents ${hole} >>\nendobj\nstartxref\n${sections.at(-1)}\n%%EOF\n`,
      ),
    ]);
  const draft = make([0, 0, 0]);
  const at = draft.lastIndexOf(hole);
  expect(draft.length).toBeLessThan(200_000);
  await expectRefused(make([at, at + hole.length, draft.length - at - hole.length]));
});

it('takes nothing for a signature that is megabytes long', TIME, async () => {
  const digits = 16 * 2 ** 20;
  const head = Buffer.from('%PDF-1.7\n');
  const range = `/ByteRange [0 ${head.length} ${head.length + digits + 2} 1]\n`;
  const file = Buffer.concat([
    ...[head, Buffer.from('<'), Buffer.alloc(digits, '0'), Buffer.from('>')],
    Buffer.from(range.repeat(64)),
  ]);
  const report = await verify(new Uint8Array(file));
  expect(report.results[0]).toMatchObject({ check: 'file', code: 'byte_range_invalid' });
});

it('refuses an object with millions of parts', TIME, async () => {
  await expectRefused(fileOf(new Map([[1, `[${'[]'.repeat(2_000_000)}]`]])));
});
