import { crc32, deflateRawSync } from 'node:zlib';
import type { ZipEntry } from './zip-directory.ts';

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
const UTF8_NAMES = 0x0800;
/** 1 January 1980, the earliest day that a zip can record. */
const DAY = 0x0021;

/**
 * Writes a zip with some files replaced (APPNOTE 6.3.10, 4.3). The other files keep their compressed bytes.
 */
export function replaceInZip(
  entries: readonly ZipEntry[],
  replacements: ReadonlyMap<string, Uint8Array>,
): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const replacement = replacements.get(entry.name);
    const { packed, crc, size, method } =
      replacement === undefined ? keepEntry(entry) : deflateContent(replacement);
    const name = Buffer.from(entry.name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(VERSION, 0);
    common.writeUInt16LE(UTF8_NAMES, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt16LE(DAY, 8);
    common.writeUInt32LE(crc, 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(name.length, 22);
    files.push(encodeUint32(LOCAL), common, name, Buffer.from(packed));
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(encodeUint32(CENTRAL), encodeUint16(VERSION), common, place, name);
    offset += 30 + name.length + packed.length;
  }
  const directoryBytes = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directoryBytes.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, directoryBytes, encodeUint32(END), end]);
}

function keepEntry({ packed, crc, size, isDeflated }: ZipEntry) {
  return { packed, crc, size, method: isDeflated ? 8 : 0 };
}

function deflateContent(content: Uint8Array) {
  return { packed: deflateRawSync(content), crc: crc32(content), size: content.length, method: 8 };
}

function encodeUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function encodeUint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}
