import { sampleDocument, startEngine } from '../../src/server/conversion/engine.ts';
import { FONT_DIRECTORIES, indexName } from '../../src/server/conversion/font-index.ts';

const PAGE_BYTES = 65_536;
/** The values that mark a fontconfig index in memory and in a file. */
const IN_MEMORY = Buffer.from([0x05, 0xfc, 0x02, 0xfc]);
const IN_FILE = Buffer.from([0x04, 0xfc, 0x02, 0xfc]);
const VERSION = 9;

/**
 * Lets the engine index its fonts, and returns the files by name. Fontconfig can't write them itself, because
 * the engine has no hard links, but it keeps them in memory in the same form.
 */
export async function makeFontIndex(): Promise<Map<string, Buffer>> {
  const memory = new WebAssembly.Memory({ initial: 2 ** 30 / PAGE_BYTES, maximum: 65_536, shared: true });
  const engine = await startEngine({ memory, isIndexed: false });
  await engine.convert(sampleDocument(), { outputFormat: 'pdf' }, 'document.docx');
  const bytes = Buffer.from(memory.buffer);
  const index = new Map<string, Buffer>();
  for (let at = bytes.indexOf(IN_MEMORY); at >= 0; at = bytes.indexOf(IN_MEMORY, at + 1)) {
    if (bytes.readInt32LE(at + 4) !== VERSION) continue;
    const copy = Buffer.from(bytes.subarray(at, at + bytes.readInt32LE(at + 8)));
    const directoryAt = copy.readInt32LE(12);
    const directory = copy.toString('utf8', directoryAt, copy.indexOf(0, directoryAt));
    IN_FILE.copy(copy);
    index.set(indexName(directory), copy);
  }
  const missing = FONT_DIRECTORIES.filter((directory) => !index.has(indexName(directory)));
  if (missing.length > 0) throw new Error(`the engine has no index of ${missing.join(' and ')}`);
  return index;
}
