import { LIMITS } from '#domain/limits.ts';
import type { FoundTag, TagColor, TakenTags, UnreadTag } from '#domain/document/tags.ts';
import { getDefaultSize } from '#domain/field/default-size.ts';
import { readTag, type TextTag } from '#domain/field/text-tag.ts';
import { cutTo, toPrintable } from '#domain/text.ts';
import type { Glyph } from '#reading/page/words.ts';
import { type DrawnTag, findTags } from '#reading/text/find-tags.ts';
import { getCorner, toPageSpot } from '#reading/text/spot.ts';
import { openDocument } from '#server/pdf/engine/open.ts';
import { writeRevision } from '#server/pdf/normalize/write.ts';
import type { Pdfium } from '#server/pdf/engine/pdfium.ts';
import { openPages } from '#server/pdf/reading/open-pages.ts';
import { MOST_CHARACTERS, readGlyphs } from '#server/pdf/reading/page-glyphs.ts';
import { TagRemover } from './remove-tags.ts';

/** How many characters of an unreadable tag are quoted. */
const QUOTED = 80;

/**
 * How far other text may move when a tag is removed, in points. It must not move at all, except for rounding.
 */
const TOLERANCE = 0.02;

type DrawnPage = {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly glyphs: readonly Glyph[];
};
type ReadTag = { readonly drawn: DrawnTag; readonly tag: TextTag };

/**
 * Finds the tags of a prepared PDF, or only those of one color, and removes them from its pages. Everything
 * else stays where it is.
 */
export async function takeTags(
  bytes: Uint8Array,
  maxPages: number,
  color: TagColor | null = null,
): Promise<TakenTags & { bytes: Uint8Array }> {
  const pages = await readDrawnPages(bytes, { color });
  const unread: UnreadTag[] = [];
  const readable = new Map<DrawnPage, ReadTag[]>();
  let count = 0;
  for (const page of pages) {
    for (const drawn of findTags(color === null ? page.glyphs : page.glyphs.filter(({ marked }) => marked))) {
      const tag = count < LIMITS.fieldsMax ? readTag(drawn.inner) : TOO_MANY;
      if ('reason' in tag) {
        unread.push(toUnreadTag(page, drawn, tag.reason));
        continue;
      }
      count += 1;
      readable.set(page, [...(readable.get(page) ?? []), { drawn, tag }]);
    }
  }
  if (readable.size === 0) return { bytes, tags: [], unread };

  const kept = new Set<DrawnPage>();
  let taken = await without(bytes, maxPages, readable, color);
  for (const page of await findChangedPages(taken, readable)) kept.add(page);
  if (kept.size > 0) {
    for (const page of kept) {
      for (const { drawn } of readable.get(page) ?? [])
        unread.push(toUnreadTag(page, drawn, "it can't be taken out of the page"));
      readable.delete(page);
    }
    if (readable.size === 0) return { bytes, tags: [], unread };
    taken = await without(bytes, maxPages, readable, color);
  }
  const tags = [...readable].flatMap(([page, found]) => found.map((read) => toFoundTag(page, read)));
  return { bytes: taken, tags, unread };
}

const CLOSING = 0x7d;

const TOO_MANY = { reason: `there are more than ${LIMITS.fieldsMax} tags` };

/** Reads the pages that may have tags, or only the given pages. */
async function readDrawnPages(
  bytes: Uint8Array,
  { only, color }: { readonly only?: ReadonlySet<number>; readonly color?: TagColor | null },
): Promise<DrawnPage[]> {
  const pages: DrawnPage[] = [];
  await openPages(bytes, ({ number, opened }) => {
    if (opened === null || (only !== undefined && !only.has(number))) return;
    const { library, page, space } = opened;
    if (only === undefined && !mayHaveTags(library, page)) return;
    const { width, height } = space;
    pages.push({ number, width, height, glyphs: readGlyphs(library, page, space, color).glyphs });
  });
  return pages;
}

/**
 * Reading exact positions takes several times as long as looking for braces, so this looks for braces first.
 */
function mayHaveTags({ api }: Pdfium, page: number): boolean {
  const text = api.FPDFText_LoadPage(page);
  if (text === 0) return false;
  try {
    const count = Math.min(api.FPDFText_CountChars(text), MOST_CHARACTERS);
    let braces = 0;
    for (let index = 0; index < count && braces < 2; index += 1)
      if (api.FPDFText_GetUnicode(text, index) === CLOSING) braces += 1;
    return braces >= 2;
  } finally {
    api.FPDFText_ClosePage(text);
  }
}

async function without(
  bytes: Uint8Array,
  maxPages: number,
  tags: ReadonlyMap<DrawnPage, readonly ReadTag[]>,
  color: TagColor | null,
): Promise<Uint8Array> {
  const { graph, pages } = await openDocument(bytes, maxPages);
  const remover = new TagRemover(graph, color);
  for (const [{ number }, found] of tags) {
    const page = pages[number - 1];
    if (page !== undefined)
      remover.fromPage(
        page,
        found.map(({ drawn }) => drawn.folded),
      );
  }
  return writeRevision({
    version: graph.version.startsWith('2') ? '2.0' : '1.7',
    catalog: graph.referenceOf(graph.catalog),
    info: graph.info === null ? null : graph.referenceOf(graph.info),
    resolve: graph.resolve,
    sanitize: (object) => object,
  });
}

/** Returns the pages where a tag is left or anything else has changed. */
async function findChangedPages(
  taken: Uint8Array,
  tags: ReadonlyMap<DrawnPage, readonly ReadTag[]>,
): Promise<DrawnPage[]> {
  const numbers = new Set([...tags.keys()].map(({ number }) => number));
  const after = new Map((await readDrawnPages(taken, { only: numbers })).map((page) => [page.number, page]));
  return [...tags].flatMap(([page, found]) => {
    const gone = new Set(found.flatMap(({ drawn }) => drawn.glyphs));
    const expected = page.glyphs.filter((glyph) => !gone.has(glyph));
    return isSame(expected, after.get(page.number)?.glyphs ?? []) ? [] : [page];
  });
}

function isSame(expected: readonly Glyph[], found: readonly Glyph[]): boolean {
  return (
    expected.length === found.length &&
    expected.every((glyph, index) => {
      const other = found[index];
      return (
        other !== undefined &&
        other.text === glyph.text &&
        Math.abs(other.x - glyph.x) < TOLERANCE &&
        Math.abs(other.y - glyph.y) < TOLERANCE
      );
    })
  );
}

function toFoundTag(page: DrawnPage, { drawn, tag }: ReadTag): FoundTag {
  const usual = getDefaultSize(tag.type);
  const size = { width: tag.width ?? usual.width, height: tag.height ?? usual.height };
  const text = toPrintable(`{{${drawn.inner}}}`);
  return { ...tag, text, ...toPageSpot(page, getCorner(drawn.box, 'instead', size), size) };
}

function toUnreadTag({ number }: DrawnPage, { inner }: DrawnTag, reason: string): UnreadTag {
  return { text: cutTo(toPrintable(`{{${inner}}}`), QUOTED), page: number, reason };
}
