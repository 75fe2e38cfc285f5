import type { PdfStream } from '@libpdf/core';
import { createCompressedStream } from '#server/pdf/engine/objects.ts';

/** The most entries that one block may have (Adobe Technical Note 5014). */
const BLOCK = 100;

/**
 * Returns the stream that tells readers which text each code stands for. `codeBytes` is 1 or 2. Empty texts
 * are left out.
 */
export function toUnicodeMap(texts: readonly string[], codeBytes: 1 | 2): PdfStream {
  const digits = codeBytes * 2;
  const lines = texts.flatMap((text, code) =>
    text === '' ? [] : [`<${code.toString(16).padStart(digits, '0')}> <${encodeUtf16(text)}>`],
  );
  const blocks: string[] = [];
  for (let start = 0; start < lines.length; start += BLOCK) {
    const block = lines.slice(start, start + BLOCK);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return createCompressedStream(
    {},
    Buffer.from(
      [
        '/CIDInit /ProcSet findresource begin',
        '12 dict begin',
        'begincmap',
        '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
        '/CMapName /Adobe-Identity-UCS def',
        '/CMapType 2 def',
        `1 begincodespacerange\n<${'0'.repeat(digits)}> <${'f'.repeat(digits)}>\nendcodespacerange`,
        ...blocks,
        'endcmap',
        'CMapName currentdict /CMap defineresource pop',
        'end',
        'end',
      ].join('\n'),
      'latin1',
    ),
  );
}

/** Encodes text as UTF-16BE in hexadecimal digits. */
function encodeUtf16(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex');
}
