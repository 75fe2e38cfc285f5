import { SvelteSet } from 'svelte/reactivity';
import { LIMITS } from '#domain/limits.ts';
import type { EnvelopeListItem } from '#wire/envelope-list.ts';
import { dashboard, sentenceOfFailure } from '#ui/envelopes/dashboard-client.ts';
import { listInput, type EnvelopeQuery } from './list-query.ts';

type Page = { readonly items: readonly EnvelopeListItem[]; readonly nextCursor: string | null };

/** The rows that a page shows of a list, page after page, and which of them are chosen. */
export class RowList {
  rows = $state.raw<readonly EnvelopeListItem[]>([]);
  cursor = $state<string | null>(null);
  loading = $state(false);
  problem = $state<string | null>(null);
  /** What has just changed, in words for those who do not see it. */
  news = $state('');
  readonly chosen = new SvelteSet<string>();
  readonly query: EnvelopeQuery;
  readonly #pageSize: number;

  constructor(query: EnvelopeQuery, first: Page, pageSize: number) {
    this.query = query;
    this.rows = first.items;
    this.cursor = first.nextCursor;
    this.#pageSize = pageSize;
  }

  get chosenRows(): readonly EnvelopeListItem[] {
    return this.rows.filter(({ id }) => this.chosen.has(id));
  }

  /** Reads the next page; where it fails, what is there stays and it can be tried again. */
  async more(limit = this.#pageSize): Promise<void> {
    if (this.loading || this.cursor === null) return;
    this.loading = true;
    this.problem = null;
    try {
      const page = await dashboard.envelope.list.query({
        ...listInput(this.query),
        limit,
        cursor: this.cursor,
      });
      const known = new Set(this.rows.map(({ id }) => id));
      this.rows = [...this.rows, ...page.items.filter(({ id }) => !known.has(id))];
      this.cursor = page.nextCursor;
      this.news = `${this.rows.length} envelopes are listed.`;
    } catch (error) {
      this.problem = sentenceOfFailure(error);
    } finally {
      this.loading = false;
    }
  }

  /** Reads on until so many rows are there, or none are left. */
  async upTo(count: number): Promise<void> {
    while (this.rows.length < count && this.cursor !== null && this.problem === null)
      await this.more(Math.min(LIMITS.listLimitMax, count - this.rows.length));
  }

  /**
   * Reads rows again that have changed, where they stand; those that are not shown may have come in at the beginning. A
   * row that no longer fits the filters stays until the list is opened anew, so that nothing jumps under the pointer.
   */
  async refresh(ids: readonly string[]): Promise<void> {
    const known = new Set(this.rows.map(({ id }) => id));
    const shown = ids.filter((id) => known.has(id));
    const reads: Promise<void>[] = [];
    for (let at = 0; at < shown.length; at += LIMITS.listLimitMax)
      reads.push(this.#replace(shown.slice(at, at + LIMITS.listLimitMax)));
    if (shown.length < ids.length) reads.push(this.#prepend());
    // A read that fails is made up for when the connection is back: it then says that something was missed.
    await Promise.all(reads).catch(() => undefined);
  }

  /** Reads everything again that is shown. */
  async refreshAll(): Promise<void> {
    await this.refresh([...this.rows.map(({ id }) => id), 'whatever is new']);
  }

  async #replace(ids: readonly string[]): Promise<void> {
    const { items } = await dashboard.envelope.rows.query({ ids: [...ids] });
    const fresh = new Map(items.map((item) => [item.id, item]));
    const before = new Map(this.rows.map((row) => [row.id, row]));
    this.rows = this.rows.flatMap((row) => {
      if (!ids.includes(row.id)) return [row];
      const item = fresh.get(row.id);
      return item === undefined ? [] : [item];
    });
    for (const id of ids) if (!fresh.has(id)) this.chosen.delete(id);
    const changed = items.find(
      (item) => item.latestActivity.occurredAt !== before.get(item.id)?.latestActivity.occurredAt,
    );
    if (changed !== undefined) this.news = `${changed.displayName}: ${changed.latestActivity.label}.`;
  }

  async #prepend(): Promise<void> {
    const { items } = await dashboard.envelope.list.query({
      ...listInput(this.query),
      limit: this.#pageSize,
    });
    const known = new Set(this.rows.map(({ id }) => id));
    const end = items.findIndex(({ id }) => known.has(id));
    const fresh = (end < 0 ? items : items.slice(0, end)).filter(({ id }) => !known.has(id));
    if (fresh.length === 0) return;
    this.rows = [...fresh, ...this.rows];
    this.news =
      fresh.length === 1 ? `New: ${fresh[0]?.displayName ?? ''}.` : `${fresh.length} new envelopes.`;
  }

  /** Chooses or leaves out one row, or with `through` all rows from the one that was touched last. */
  toggle(id: string, through = false): void {
    const wanted = !this.chosen.has(id);
    for (const one of through ? this.#between(this.#touched ?? id, id) : [id]) {
      if (wanted) this.chosen.add(one);
      else this.chosen.delete(one);
    }
    this.#touched = id;
  }

  chooseAll(): void {
    for (const { id } of this.rows) this.chosen.add(id);
  }

  chooseNone(): void {
    this.chosen.clear();
  }

  #touched: string | null = null;

  #between(from: string, to: string): readonly string[] {
    const ids = this.rows.map(({ id }) => id);
    const [a, b] = [ids.indexOf(from), ids.indexOf(to)].sort((x, y) => x - y) as [number, number];
    return a < 0 ? [to] : ids.slice(a, b + 1);
  }
}
