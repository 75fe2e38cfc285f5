import { Malformed } from '../bytes.ts';
import type { PdfObject } from './objects.ts';
import { parseObject, type Parsed } from './parse.ts';

/** Enough for long documents with many signatures, which take a few seconds. */
const BASE_BYTES = 128 * 2 ** 20;
const BYTES_PER_FILE_BYTE = 2;
/** Approximate memory for an entry of a cross-reference section. */
const ENTRY_BYTES = 60;

/** Limits the work for one file, so that a small file can't take minutes or use all memory. */
export class Effort {
  private left: number;

  constructor(fileBytes: number) {
    this.left = BASE_BYTES + BYTES_PER_FILE_BYTE * fileBytes;
  }

  spend(bytes: number): void {
    this.left -= bytes;
    if (this.left < 0) throw new Malformed('the file takes too much work to read');
  }

  spendEntries(count: number): void {
    this.spend(count * ENTRY_BYTES);
  }

  /** Parses an object and counts its bytes. */
  parse(bytes: Uint8Array, from: number): Parsed<PdfObject> {
    const parsed = parseObject(bytes, from);
    this.spend(parsed.end - from);
    return parsed;
  }
}
