import type { NoticeList, TrackedChanges } from '#domain/document/notices.ts';
import { BadXml, parsePieces, createStrictParser } from './package-xml.ts';
import { rewriteStory, STORIES } from './rewrite-story.ts';
import { isChange, settle } from './word-changes.ts';
import { createNameResolver } from './word-xml.ts';
import { unpackEntry } from '../zip-content.ts';
import type { ZipEntry } from '../zip-directory.ts';

/** Elements that change a paragraph mark when they are among the properties of a run. */
const MARKS = new Set(['ins', 'del', 'moveFrom', 'moveTo']);

const NOTICES = {
  accept: 'tracked_changes_accepted',
  reject: 'tracked_changes_rejected',
  keep: 'tracked_changes_kept',
} as const;

/**
 * Rewrites the parts that have comments, which aren't part of what is signed, or tracked changes that are to
 * be accepted or rejected.
 * @throws BadXml, TooComplex
 */
export async function rewriteSettledParts(
  entries: readonly ZipEntry[],
  trackedChanges: TrackedChanges,
  notices: NoticeList,
): Promise<Map<string, Buffer>> {
  const replacements = new Map<string, Buffer>();
  const settlement = trackedChanges === 'keep' ? null : trackedChanges;
  for (const entry of entries.filter(({ name }) => /\.xml$/i.test(name))) {
    const { marks, changes, comments } = await scan(entry);
    notices.count(NOTICES[trackedChanges], marks === 0 ? 0 : Math.max(changes, 1));
    notices.count('comments', comments);
    if (comments > 0 || (marks > 0 && trackedChanges !== 'keep'))
      replacements.set(entry.name, await rewriteStory(entry, (block) => settle(block, settlement)));
  }
  return replacements;
}

/**
 * Counts a part's change marks, its changes (without paragraph marks) and its comments. All are 0 if the
 * part's text isn't printed.
 */
async function scan(entry: ZipEntry): Promise<{ marks: number; changes: number; comments: number }> {
  const found = { marks: 0, changes: 0, comments: 0 };
  const parser = createStrictParser();
  const path: string[] = [];
  const root: { word?: (name: string) => string; isStory?: boolean } = {};
  /**
   * How many fallback elements are open. They hold what older programs show instead, which repeats the same
   * text.
   */
  let fallbacks = 0;
  parser.on('opentag', ({ name, attributes }) => {
    root.word ??= createNameResolver(attributes);
    const local = root.word(name);
    root.isStory ??= STORIES.has(local);
    if (name.endsWith(':Fallback')) fallbacks += 1;
    if (fallbacks === 0) {
      if (isChange(local)) found.marks += 1;
      if (isChange(local) && !(MARKS.has(local) && path.at(-1) === 'rPr')) found.changes += 1;
      if (local === 'commentReference') found.comments += 1;
    }
    path.push(local);
  });
  parser.on('closetag', ({ name }) => {
    if (name.endsWith(':Fallback')) fallbacks -= 1;
    path.pop();
  });
  try {
    await parsePieces(parser, unpackEntry(entry), () => root.isStory === false);
  } catch (error) {
    if (!(error instanceof BadXml) || root.isStory === true) throw error;
  }
  return root.isStory === true ? found : { marks: 0, changes: 0, comments: 0 };
}
