import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { LIMITS } from '#domain/limits.ts';
import { m } from '#i18n/compiled/messages.js';
import type { EnvelopeListItem } from '#wire/envelope-list.ts';
import { dashboard, explainFailure } from '#ui/envelopes/dashboard-client.ts';
import { readPassages, type Passage } from '#ui/envelopes/passages.ts';
import { deletedDrafts } from '#ui/envelopes/delete-draft.ts';
import { EVENT_WORDS } from '#i18n/event-words.ts';
import type { EnvelopeQuery, ListInput } from './list-query.ts';

type Page = { readonly items: readonly EnvelopeListItem[]; readonly nextCursor: string | null };

/** The rows loaded so far and which of them are selected. */
export class RowList {
  rows = $state.raw<readonly EnvelopeListItem[]>([]);
  cursor = $state<string | null>(null);
  loading = $state(false);
  problem = $state<string | null>(null);
  /** The latest change, announced to screen readers. */
  news = $state('');
  readonly selected = new SvelteSet<string>();
  /** Whether phones show the checkboxes. */
  selecting = $state(false);
  /** Passages from the documents of rows that were found by their text. */
  readonly passages = new SvelteMap<string, Passage>();
  /** The rows, without drafts that were deleted. */
  readonly shown = $derived(this.rows.filter(({ id }) => !deletedDrafts.has(id)));
  readonly query: EnvelopeQuery;
  readonly #pageSize: number;
  readonly #input: ListInput;

  /** `input` is the input that the first page was loaded with. Cursors are only valid for the same input. */
  constructor(query: EnvelopeQuery, input: ListInput, first: Page, pageSize: number) {
    this.query = query;
    this.#input = input;
    this.rows = first.items;
    this.cursor = first.nextCursor;
    this.#pageSize = pageSize;
  }

  get selectedRows(): readonly EnvelopeListItem[] {
    return this.shown.filter(({ id }) => this.selected.has(id));
  }

  /** Loads the next page. After a failure, the rows stay and the load can be retried. */
  async more(limit = this.#pageSize): Promise<void> {
    if (this.loading || this.cursor === null) return;
    this.loading = true;
    this.problem = null;
    try {
      const page = await dashboard.envelope.list.query({
        ...this.#input,
        limit,
        cursor: this.cursor,
      });
      const known = new Set(this.rows.map(({ id }) => id));
      this.rows = [...this.rows, ...page.items.filter(({ id }) => !known.has(id))];
      this.cursor = page.nextCursor;
      this.news = m.envelopes_news_listed({ count: this.rows.length });
    } catch (error) {
      this.problem = explainFailure(error);
    } finally {
      this.loading = false;
    }
  }

  /** Loads pages until there are `count` rows, or no more to load. */
  async upTo(count: number): Promise<void> {
    while (this.rows.length < count && this.cursor !== null && this.problem === null)
      await this.more(Math.min(LIMITS.listLimitMax, count - this.rows.length));
  }

  /**
   * Reloads changed rows in place and looks for new ones at the top. A row that no longer matches the filters
   * stays until the list is opened again, so that nothing jumps under the pointer.
   */
  async refresh(ids: readonly string[]): Promise<void> {
    const known = new Set(this.rows.map(({ id }) => id));
    const shown = ids.filter((id) => known.has(id));
    const reads: Promise<void>[] = [];
    for (let at = 0; at < shown.length; at += LIMITS.listLimitMax)
      reads.push(this.#replace(shown.slice(at, at + LIMITS.listLimitMax)));
    if (shown.length < ids.length) reads.push(this.#prepend());
    // A failed read is made up for once the connection is back, because it then reports that something was
    // missed.
    await Promise.all(reads).catch(() => undefined);
  }

  /** Emails a reminder to the people whose turn it is. */
  async remind({ id, version, displayName }: EnvelopeListItem): Promise<void> {
    this.problem = null;
    try {
      await dashboard.envelope.remind.mutate({ id, expectedVersion: version });
      this.news = m.envelopes_news_changed({ name: displayName, activity: m.envelopes_bulk_reminded() });
    } catch (error) {
      this.problem = explainFailure(error);
    }
    await this.refresh([id]);
  }

  /** Looks up why rows were found whose own text doesn't show it. */
  async explain(rows: readonly EnvelopeListItem[]): Promise<void> {
    const { search } = this.#input;
    const unknown = search === undefined ? [] : rows.filter(({ id }) => !this.#explained.has(id));
    if (search === undefined || unknown.length === 0) return;
    for (const { id } of unknown) this.#explained.add(id);
    // If the lookup fails, the rows show what they always do.
    const found = await readPassages(search, unknown).catch(() => new Map<string, Passage>());
    for (const [id, passage] of found) this.passages.set(id, passage);
  }

  /** Reloads every row. */
  async refreshAll(): Promise<void> {
    await this.refresh([...this.rows.map(({ id }) => id), 'new-rows']);
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
    for (const id of ids) if (!fresh.has(id)) this.selected.delete(id);
    const changed = items.find(
      (item) => item.latestActivity.occurredAt !== before.get(item.id)?.latestActivity.occurredAt,
    );
    if (changed !== undefined)
      this.news = m.envelopes_news_changed({
        name: changed.displayName,
        activity: EVENT_WORDS[changed.latestActivity.action](),
      });
  }

  async #prepend(): Promise<void> {
    const { items } = await dashboard.envelope.list.query({
      ...this.#input,
      limit: this.#pageSize,
    });
    const known = new Set(this.rows.map(({ id }) => id));
    const end = items.findIndex(({ id }) => known.has(id));
    const fresh = (end < 0 ? items : items.slice(0, end)).filter(({ id }) => !known.has(id));
    if (fresh.length === 0) return;
    this.rows = [...fresh, ...this.rows];
    this.news = m.envelopes_news_new({ count: fresh.length });
  }

  /**
   * Selects or deselects a row. With `through`, this includes the rows between it and the one that was
   * touched last.
   */
  toggle(id: string, through = false): void {
    const wanted = !this.selected.has(id);
    for (const one of through ? this.#between(this.#touched ?? id, id) : [id]) {
      if (wanted) this.selected.add(one);
      else this.selected.delete(one);
    }
    this.#touched = id;
  }

  /**
   * Starts selecting on a phone, with the row that was held, if any. From then on every row is a checkbox,
   * until the selection is cleared.
   */
  startSelecting(held?: string): void {
    this.selecting = true;
    if (held !== undefined) this.toggle(held);
  }

  selectAll(): void {
    for (const { id } of this.shown) this.selected.add(id);
  }

  clearSelection(): void {
    this.selected.clear();
    this.selecting = false;
  }

  readonly #explained = new Set<string>();
  #touched: string | null = null;

  #between(from: string, to: string): readonly string[] {
    const ids = this.shown.map(({ id }) => id);
    const [a, b] = [ids.indexOf(from), ids.indexOf(to)].sort((x, y) => x - y) as [number, number];
    return a < 0 ? [to] : ids.slice(a, b + 1);
  }
}
