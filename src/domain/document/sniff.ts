/**
 * A format, detected from the first bytes. A zip may be a DOCX, and a compound file may be an encrypted DOCX;
 * only their directories can tell.
 */
export type SniffedFormat = 'pdf' | 'png' | 'jpeg' | 'heic' | 'zip' | 'compound' | 'unknown';

/** How many bytes of a file viewers search for a PDF header (ISO 32000-1, annex H.3, note 13). */
const PDF_HEADER_WINDOW_BYTES = 1024;

const PDF_HEADER = [0x25, 0x50, 0x44, 0x46, 0x2d];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];
/**
 * The file type box of ISO base media files (ISO/IEC 14496-12), and the brands in it that mean photos
 * (ISO/IEC 23008-12).
 */
const FILE_TYPE_AT = 4;
const FILE_TYPE = [0x66, 0x74, 0x79, 0x70];
const HEIC_BRANDS: readonly string[] = ['heic', 'heix', 'heim', 'heis', 'mif1'];
const ZIP_LOCAL_FILE = [0x50, 0x4b, 0x03, 0x04];
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

const IMAGES: readonly SniffedFormat[] = ['png', 'jpeg', 'heic'];

/** Checks whether a format is an image format. */
export function isImageFormat(format: SniffedFormat): boolean {
  return IMAGES.includes(format);
}

/**
 * Detects the format by its magic bytes: `%PDF-` anywhere in the first 1,024 bytes, all others at the very
 * start.
 */
export function sniffFormat(head: Uint8Array): SniffedFormat {
  if (startsWith(head, 0, ZIP_LOCAL_FILE)) return 'zip';
  if (startsWith(head, 0, COMPOUND_FILE)) return 'compound';
  if (startsWith(head, 0, PNG)) return 'png';
  if (startsWith(head, 0, JPEG)) return 'jpeg';
  if (startsWith(head, FILE_TYPE_AT, FILE_TYPE) && HEIC_BRANDS.includes(readText(head, 8, 4))) return 'heic';
  const last = Math.min(head.length, PDF_HEADER_WINDOW_BYTES) - PDF_HEADER.length;
  for (let start = 0; start <= last; start += 1) {
    if (startsWith(head, start, PDF_HEADER)) return 'pdf';
  }
  return 'unknown';
}

function startsWith(bytes: Uint8Array, start: number, magic: readonly number[]): boolean {
  return magic.every((value, index) => bytes[start + index] === value);
}

function readText(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}
