import { Malformed } from '../bytes.ts';
import { checkUpdate } from './allowed-update.ts';
import { PdfDocument } from './document.ts';
import type { FoundSeal, SignedRange } from './find-seal.ts';
import { skipSpace } from './parse.ts';
import { findNewestSection, readEnding, readSections } from './sections.ts';
import { collectUsedNumbers } from './used-numbers.ts';

/** A revision after the seal that adds only what long-term validation needs. */
export type Update = {
  readonly document: PdfDocument;
  readonly end: number;
  /** Document timestamps that it adds. */
  readonly timestamps: readonly SignedRange[];
};

/**
 * What follows the seal; no revisions if any of it isn't allowed. `fault`: bytes that aren't a complete
 * revision, or a revision that changes something else.
 */
export type Updates = {
  readonly revisions: readonly Update[];
  readonly fault: 'appended_data' | 'appended_changes' | null;
  /** The reason, for programs. */
  readonly detail: string | null;
};

const MAX_UPDATES = 64;
/** Tab, line feed, carriage return and space. */
const WHITE: ReadonlySet<number> = new Set([9, 10, 13, 32]);

/**
 * Reads the revisions after the seal. Every byte must belong to one of them, but for white space at the end, which
 * email programs and editors add.
 */
export async function readUpdates(bytes: Uint8Array, seal: FoundSeal): Promise<Updates> {
  const revisions: Update[] = [];
  const { effort } = seal.document;
  const last = findLastByte(bytes, seal.end);
  if (last === seal.end) return { revisions, fault: null, detail: null };
  try {
    const all = await readSections(bytes, findNewestSection(bytes.subarray(0, last)), effort);
    const tail = all.findIndex(({ offset }) => offset < seal.end);
    const base = seal.document.sections[0]?.offset;
    if (tail < 1 || tail > MAX_UPDATES || all[tail]?.offset !== base)
      throw new Malformed("the revisions don't continue the sealed one");
    const used = await collectUsedOrNull(seal.document);
    if (used === null)
      return {
        revisions: [],
        fault: 'appended_changes',
        detail: 'the sealed revision cannot be read as a whole',
      };
    let previous = seal.document;
    let start = seal.end;
    for (let index = tail - 1; index >= 0; index--) {
      const section = all[index];
      if (section === undefined || section.isHybrid) throw new Malformed('a hybrid cross-reference section');
      if (skipSpace(bytes, section.offset) !== section.offset)
        throw new Malformed('a cross-reference section is not where it should be');
      const ending = readEnding(bytes, section.end);
      if (ending.offset !== section.offset || section.offset < start)
        throw new Malformed('a revision overlaps another one');
      const document = new PdfDocument(bytes.subarray(0, ending.end), all.slice(index), effort);
      const region = { section, start, end: ending.end };
      const checked = await checkUpdate(previous, document, region, used);
      if ('detail' in checked) return { revisions: [], fault: 'appended_changes', detail: checked.detail };
      revisions.push({ document, end: ending.end, timestamps: checked.timestamps });
      previous = document;
      start = ending.end;
    }
    if (start < last) throw new Malformed('bytes follow the last revision');
    return { revisions, fault: null, detail: null };
  } catch (error) {
    if (error instanceof Malformed) return { revisions: [], fault: 'appended_data', detail: error.message };
    throw error;
  }
}

/** Returns where the white space at the end begins, at the earliest at `from`. */
function findLastByte(bytes: Uint8Array, from: number): number {
  let end = bytes.length;
  while (end > from && WHITE.has(bytes[end - 1] ?? 0)) end -= 1;
  return end;
}

/**
 * Null if something the revision references can't be read, because an update might then change what it shows.
 */
async function collectUsedOrNull(document: PdfDocument): Promise<ReadonlySet<number> | null> {
  try {
    return await collectUsedNumbers(document);
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
}
