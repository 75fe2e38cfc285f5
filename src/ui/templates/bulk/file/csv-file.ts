import { parse } from 'csv-parse/browser/esm/sync';
import { detectDelimiter } from '#domain/bulk-send/delimiter.ts';
import { LIMITS } from '#domain/limits.ts';
import { UnusableFile } from './unusable-file.ts';

/** Reads the cells of a CSV file. */
export function readCsv(bytes: Uint8Array): string[][] {
  const text = decodeText(bytes);
  // Excel takes the delimiter from such a first line.
  const declared = /^\ufeff?sep=([,;\t|])\r?\n/i.exec(text);
  const csv = declared === null ? text : text.slice(declared[0].length);
  if (csv.includes('\0')) throw new UnusableFile('kind');
  try {
    return parse(csv, {
      delimiter: declared?.[1] ?? detectDelimiter(csv),
      relax_column_count: true,
      // An inch mark inside a cell isn't a quote.
      relax_quotes: true,
      max_record_size: LIMITS.bulkLineMaxChars,
    });
  } catch {
    throw new UnusableFile('unreadable');
  }
}

/**
 * Decodes text according to its byte order mark. Without one, it is UTF-16 if every second byte of it is
 * mostly zero, else UTF-8 or, if that's invalid, Windows-1252, which older programs write.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const [even, odd] = countZeros(bytes);
  if (odd > even) return new TextDecoder('utf-16le').decode(bytes);
  if (even > odd) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const SAMPLE_BYTES = 2000;

/** Counts the zeros at even and at odd positions, unless there are so few that the text isn't UTF-16. */
function countZeros(bytes: Uint8Array): [number, number] {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const counts: [number, number] = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) counts[at % 2 === 0 ? 0 : 1] += 1;
  });
  return Math.max(...counts) * 4 > sample.length ? counts : [0, 0];
}
