import { parse } from 'csv-parse/browser/esm/sync';
import { detectDelimiter } from '#domain/bulk-send/delimiter.ts';
import { LIMITS } from '#domain/limits.ts';
import { UnusableFile } from './unusable-file.ts';

/** Reads the cells of a CSV file. */
export function readCsv(bytes: Uint8Array): string[][] {
  const csv = decodeText(bytes);
  if (csv.includes('\0')) throw new UnusableFile('kind');
  try {
    return parse(csv, {
      delimiter: detectDelimiter(csv),
      relax_column_count: true,
      max_record_size: LIMITS.bulkLineMaxChars,
    });
  } catch {
    throw new UnusableFile('unreadable');
  }
}

/**
 * Decodes text according to its byte order mark. Without one, it is UTF-8 or, if that's invalid,
 * Windows-1252, which older programs write.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
