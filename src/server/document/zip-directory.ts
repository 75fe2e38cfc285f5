/**
 * A file of a zip. Its directory entry and local header agree on these values (APPNOTE 6.3.10, 4.3.7 and
 * 4.3.12).
 */
export interface ZipEntry {
  readonly name: string;
  readonly isEncrypted: boolean;
  readonly isDeflated: boolean;
  /** Declared unpacked size in bytes. */
  readonly size: number;
  /** Declared CRC-32 of the unpacked bytes. */
  readonly crc: number;
  /** The compressed bytes. */
  readonly packed: Uint8Array;
}

/** Thrown for a zip that can't be read, or whose directory doesn't match its contents. */
export class BadZip extends Error {
  readonly reason: 'malformed' | 'false_directory' | 'too_many_entries';

  constructor(reason: BadZip['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_COMMENT_BYTES = 0xffff;
const ZIP64 = 0xffffffff;

/**
 * Reads the directory of a zip without unpacking it. The directory is compared with the local headers, since
 * other readers rely on those. Overlapping files, which zip bombs use, are refused too. @throws BadZip
 */
export function readZipDirectory(bytes: Buffer, maxEntries: number): ZipEntry[] {
  const end = endOfDirectory(bytes);
  const count = bytes.readUInt16LE(end + 10);
  const size = bytes.readUInt32LE(end + 12);
  let at = bytes.readUInt32LE(end + 16);
  if (count > maxEntries) throw new BadZip('too_many_entries', `it has ${count} entries`);
  if (at + size !== end) throw new BadZip('false_directory', 'its directory has the wrong length');

  const entries: ZipEntry[] = [];
  const ranges: { from: number; to: number }[] = [];
  while (at < end) {
    if (entries.length >= maxEntries)
      throw new BadZip('too_many_entries', 'it has more entries than it says');
    if (at + CENTRAL_BYTES > end || bytes.readUInt32LE(at) !== CENTRAL)
      throw new BadZip('malformed', 'its directory is damaged');
    const nameLength = bytes.readUInt16LE(at + 28);
    const next = at + CENTRAL_BYTES + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    if (next > end) throw new BadZip('malformed', 'its directory is damaged');
    const { entry, from, to } = parseEntry(bytes, at, nameLength, end - size);
    entries.push(entry);
    ranges.push({ from, to });
    at = next;
  }
  if (entries.length !== count)
    throw new BadZip('false_directory', 'its directory lists other entries than it counts');
  refuseOverlaps(ranges);
  refuseDoubles(entries);
  return entries;
}

function endOfDirectory(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT_BYTES);
  for (let at = bytes.length - END_BYTES; at >= first; at -= 1) {
    const isEnd = bytes.readUInt32LE(at) === END;
    if (isEnd && at + END_BYTES + bytes.readUInt16LE(at + 20) === bytes.length) return at;
  }
  throw new BadZip('malformed', 'it has no directory');
}

function parseEntry(
  bytes: Buffer,
  at: number,
  nameLength: number,
  directoryStart: number,
): { entry: ZipEntry; from: number; to: number } {
  const flags = bytes.readUInt16LE(at + 8);
  const method = bytes.readUInt16LE(at + 10);
  const packedSize = bytes.readUInt32LE(at + 20);
  const size = bytes.readUInt32LE(at + 24);
  const from = bytes.readUInt32LE(at + 42);
  // Files over 4 GiB exceed every limit of the service, so ZIP64 isn't needed.
  if ([packedSize, size, from].includes(ZIP64)) throw new BadZip('false_directory', 'it needs ZIP64');
  if (method !== 0 && method !== 8) throw new BadZip('malformed', 'it uses an unsupported compression');
  if (from + LOCAL_BYTES > directoryStart || bytes.readUInt32LE(from) !== LOCAL)
    throw new BadZip('false_directory', 'its directory points outside of the file');
  const localNameLength = bytes.readUInt16LE(from + 26);
  const start = from + LOCAL_BYTES + localNameLength + bytes.readUInt16LE(from + 28);
  const to = start + packedSize;
  if (to > directoryStart) throw new BadZip('false_directory', 'a file overlaps its directory');
  const name = bytes.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameLength);
  const localName = bytes.subarray(from + LOCAL_BYTES, from + LOCAL_BYTES + localNameLength);
  if (!name.equals(localName) || bytes.readUInt16LE(from + 8) !== method)
    throw new BadZip('false_directory', "a file doesn't match its directory entry");
  return {
    entry: {
      name: name.toString('utf8').replaceAll('\\', '/'),
      isEncrypted: (flags & 1) !== 0,
      isDeflated: method === 8,
      size,
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.subarray(start, to),
    },
    from,
    to,
  };
}

function refuseOverlaps(ranges: readonly { from: number; to: number }[]): void {
  let free = 0;
  for (const { from, to } of ranges.toSorted((one, other) => one.from - other.from)) {
    if (from < free) throw new BadZip('false_directory', 'its files overlap');
    free = to;
  }
}

function refuseDoubles(entries: readonly ZipEntry[]): void {
  const names = new Set(entries.map(({ name }) => name.toLowerCase()));
  if (names.size !== entries.length)
    throw new BadZip('false_directory', 'two of its files have the same name');
}
