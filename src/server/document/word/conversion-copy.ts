import { NoticeList, type DocumentNotice, type TrackedChanges } from '#domain/document/notices.ts';
import { LIMITS } from '#domain/limits.ts';
import { rewriteSettledParts } from './docx-changes.ts';
import { rewriteDetachedParts } from './docx-detach.ts';
import { checkDocx, toPackageRefusal, type DocumentRefusal } from './docx-preflight.ts';
import { TooComplex } from './rewrite-story.ts';
import { readZipDirectory } from '../zip-directory.ts';
import { replaceInZip } from '../zip-replace.ts';

export interface ConversionCopy {
  readonly bytes: Buffer;
  readonly notices: readonly DocumentNotice[];
}

/**
 * Checks a DOCX and makes the copy that a converter gets. The copy has no references that a converter might
 * follow and no comments, and its tracked changes are settled. If nothing has to change, it has the same
 * bytes.
 */
export async function createConversionCopy(
  bytes: Buffer,
  trackedChanges: TrackedChanges,
): Promise<ConversionCopy | DocumentRefusal> {
  const refused = await checkDocx(bytes);
  if (refused !== null) return refused;
  const entries = readZipDirectory(bytes, LIMITS.docxMaxEntries);
  const notices = new NoticeList();
  try {
    const detached = await rewriteDetachedParts(entries, notices);
    const settled = await rewriteSettledParts(entries, trackedChanges, notices);
    const parts = new Map([...detached, ...settled]);
    return { bytes: parts.size === 0 ? bytes : replaceInZip(entries, parts), notices: notices.list() };
  } catch (error) {
    return error instanceof TooComplex ? TOO_COMPLEX : toPackageRefusal(error);
  }
}

const TOO_COMPLEX: DocumentRefusal = {
  reason: 'too_complex',
  message: 'The document has too many tracked changes. Accept or reject them in Word first.',
};
