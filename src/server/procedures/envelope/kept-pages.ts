import { getAttention } from '#domain/envelope/attention.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { Timestamp } from '#domain/timestamp.ts';
import type { StoredRows } from '#server/db/list/rows.ts';
import { EncodedAnswer } from '#server/trpc/encoded-answer.ts';

/** A page of a list, and what it is made from. */
export type PageSource = {
  /** Tells lists apart, so that each has its own page kept. Whether it fits is decided by the rest. */
  readonly list: string;
  readonly rows: StoredRows;
  readonly nextCursor: string | null;
  readonly now: Timestamp;
};

type Kept = {
  readonly rows: StoredRows['values'];
  readonly nextCursor: string | null;
  /** What the attention of each envelope depends on, with how much of it the page shows. */
  readonly attention: readonly (readonly [Parameters<typeof getAttention>[0], shown: number])[];
  readonly answer: EncodedAnswer;
};

/** Twice this is kept at most: what was used lately, and what was used before. */
const GENERATION_BYTES = 4_000_000;

/**
 * Keeps pages of lists as JSON, for programs that ask for the same page again and again. What the database
 * returned is compared value by value, so a kept page is the one that would be made. Making it takes several
 * times as long: parsing the rows, converting, checking and encoding them. A page is kept when its first row is
 * seen for the second time, and for a minute or two after its last use. `check` is what its output's schema does
 * with other pages.
 */
export function openKeptPages(check: (page: object) => object) {
  let recent = new Map<string, Kept | string>();
  let earlier = new Map<string, Kept | string>();
  let bytes = 0;
  let timer: NodeJS.Timeout | null = null;

  const turn = () => {
    earlier = recent;
    recent = new Map();
    bytes = 0;
    timer?.refresh();
    if (earlier.size > 0) return;
    clearTimeout(timer ?? undefined);
    timer = null;
  };
  const keep = (list: string, kept: Kept | string) => {
    recent.set(list, kept);
    bytes += list.length + (typeof kept === 'string' ? kept.length : kept.answer.bytes.length);
    timer ??= setInterval(turn, MINUTE_MS).unref();
    if (bytes > GENERATION_BYTES) turn();
  };

  return {
    /** Returns the page as kept, or as `make` makes it. */
    answer: <Page extends object>(source: PageSource, make: () => Page): Page => {
      const { list, rows } = source;
      const first = String(rows.values[0]?.[0] ?? '');
      const known = recent.get(list) ?? earlier.get(list);
      if (known === first || (typeof known === 'object' && known.rows[0]?.[0] === first)) {
        const fits = typeof known === 'object' && isSource(known, source);
        const kept = fits ? known : createKept(source, check(make()));
        if (!fits || !recent.has(list)) keep(list, kept);
        return kept.answer as unknown as Page;
      }
      keep(list, first);
      return make();
    },
  };
}

function createKept({ rows, nextCursor, now }: PageSource, page: object): Kept {
  const attention = rows.read().map(({ envelope: { status, expiresAt, standingAttention } }) => {
    const facts = { status, expiresAt, standingAttention };
    return [facts, getAttention(facts, now).length] as const;
  });
  return { rows: rows.values, nextCursor, attention, answer: new EncodedAnswer(page) };
}

function isSource(kept: Kept, { rows: { values }, nextCursor, now }: PageSource): boolean {
  return (
    kept.nextCursor === nextCursor &&
    kept.rows.length === values.length &&
    kept.rows.every((row, index) => row.every((value, column) => value === values[index]?.[column])) &&
    kept.attention.every(([facts, shown]) => getAttention(facts, now).length === shown)
  );
}
