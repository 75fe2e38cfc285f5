import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { readDay } from '#domain/bulk-send/days.ts';
import {
  guessColumns,
  createMapping,
  type FileColumn,
  type Mapping,
} from '#domain/bulk-send/guess-columns.ts';
import type { Message } from '#domain/envelope/message.ts';
import { stringifyPlainLines } from '#wire/csv.ts';
import { listBulkTargets, type BulkTemplate, type Target } from '#domain/bulk-send/targets.ts';
import { createRandomId } from '#ui/kit/random-id.ts';
import { toHeaderKeys, recallMappings } from './kept-mappings.ts';
import { type Sheet, toSheet } from './file/read-file.ts';

export type Step = 'upload' | 'map' | 'check' | 'send';
export type RowIssue = { readonly line: number; readonly column: string | null; readonly message: string };
export type ListRow = { readonly number: number; readonly values: Readonly<Record<string, string>> };

/**
 * The state of a list between the upload of its file and the sending of envelopes: how its columns map, what
 * was fixed, and what is skipped.
 */
export class BulkDraft {
  readonly templateId: string;
  readonly targets: readonly Target[];
  step = $state<Step>('upload');
  sheet = $state.raw<Sheet | null>(null);
  /**
   * Identifies what is sent from this file, so that sending it again after a lost response doesn't send
   * anything twice.
   */
  requestId = '';
  /** The problems with the list as a whole. */
  problems = $state.raw<readonly RowIssue[]>([]);
  mappings = $state.raw<readonly Mapping[]>([]);
  readonly skipped = new SvelteSet<number>();
  /** What all envelopes have in common. It stays when another file is chosen. */
  subject = $state('');
  body = $state('');
  /** Days, or whether nothing expires, or what the organization's default is. */
  expiry = $state('default');
  readonly labels = new SvelteSet<string>();
  readonly #message: Message | null;
  readonly issues = new SvelteMap<number, readonly RowIssue[]>();
  /** The values that were typed in place of the file's values, by target and row. */
  readonly #fixes = new SvelteMap<string, Readonly<Record<number, string>>>();

  /** Rows whose current values haven't been checked yet. */
  readonly #changed = new SvelteSet<number>();

  constructor(templateId: string, template: BulkTemplate & { readonly message: Message | null }) {
    this.templateId = templateId;
    this.targets = listBulkTargets(template);
    this.#message = template.message;
    this.subject = template.message?.subject ?? '';
    this.body = template.message?.body ?? '';
  }

  readonly rows = $derived.by((): readonly ListRow[] =>
    (this.sheet?.rows ?? []).map(({ number, cells }) => ({ number, values: this.#valuesOf(number, cells) })),
  );
  readonly guesses = $derived(this.mappings.filter(({ guess }) => guess !== null).length);
  readonly missing = $derived.by(() =>
    this.targets.filter(
      ({ name, required }) => required && !this.mappings.some(({ target }) => target === name),
    ),
  );
  /**
   * The targets of the columns in the file's order, followed by targets that only have problems or typed
   * values.
   */
  readonly shown = $derived.by((): readonly Target[] => {
    const mapped = this.mappings.flatMap(({ target }) => this.findTarget(target) ?? []);
    const named = new Set([...this.issues.values()].flat().map(({ column }) => column));
    return [
      ...mapped,
      ...this.targets.filter(
        (target) => (named.has(target.name) || this.#fixes.has(target.name)) && !mapped.includes(target),
      ),
    ];
  });
  readonly wrong = $derived(this.rows.filter((row) => this.#isWrong(row)));
  readonly ready = $derived(this.rows.filter((row) => !this.#isWrong(row) && !this.skipped.has(row.number)));
  readonly changed = $derived(this.rows.filter(({ number }) => this.#changed.has(number)));
  readonly left = $derived(this.rows.filter(({ number }) => this.skipped.has(number)));

  findTarget(name: string | null): Target | undefined {
    return this.targets.find((target) => target.name === name);
  }

  getColumn(at: number): FileColumn {
    const { header = [], rows = [] } = this.sheet ?? {};
    return { header: header[at] ?? '', values: rows.map(({ cells }) => cells[at] ?? '') };
  }

  open(sheet: Sheet): void {
    this.sheet = sheet;
    this.requestId = createRandomId();
    this.problems = [];
    this.#changed.clear();
    this.skipped.clear();
    this.issues.clear();
    this.#fixes.clear();
    const columns = sheet.header.map((_, at) => this.getColumn(at));
    const guessed = guessColumns(columns, this.targets);
    const kept = recallMappings(this.templateId);
    const taken = new Set<string>();
    const remembered = toHeaderKeys(sheet.header).map((key) => {
      const mapping = key === null ? undefined : kept.get(key);
      if (mapping === undefined || taken.has(mapping.target ?? '')) return null;
      if (mapping.target !== null) taken.add(mapping.target);
      return mapping.target === null || this.findTarget(mapping.target) !== undefined ? mapping : null;
    });
    this.mappings = guessed.map(
      (mapping, at) =>
        remembered[at] ??
        (taken.has(mapping.target ?? '') ? { target: null, dayOrder: null, guess: null } : mapping),
    );
    this.step = 'map';
  }

  /** Takes another line of the file as the one that names the columns. */
  chooseHeader(at: number): void {
    if (this.sheet !== null) this.open(toSheet(this.sheet.filename, this.sheet.lines, at));
  }

  /**
   * Maps a column to a target. Another column that had the target loses it, and any values typed for the old
   * or the new target are dropped.
   */
  map(at: number, name: string): void {
    const target = this.findTarget(name);
    this.#fixes.delete(this.mappings[at]?.target ?? '');
    this.#fixes.delete(name);
    const none: Mapping = { target: null, dayOrder: null, guess: null };
    this.mappings = this.mappings.map((mapping, other) => {
      if (other === at) return target === undefined ? none : createMapping(target, this.getColumn(at));
      return target !== undefined && mapping.target === name ? none : mapping;
    });
  }

  change(at: number, change: Partial<Mapping>): void {
    this.mappings = this.mappings.map((mapping, other) =>
      other === at ? { ...mapping, ...change } : mapping,
    );
  }

  fix(row: number, target: string, value: string): void {
    this.#changed.add(row);
    this.#fixes.set(target, { ...this.#fixes.get(target), [row]: value });
  }

  skip(row: number): void {
    if (!this.skipped.delete(row)) this.skipped.add(row);
  }

  toggleLabel(id: string): void {
    if (!this.labels.delete(id)) this.labels.add(id);
  }

  /** Returns what all envelopes have in common, as far as it differs from the defaults. */
  get shared(): { message?: Message; expiryDays?: number | null; labelIds: string[] } {
    const message = { subject: this.subject.trim(), body: this.body.trim() };
    const isKept =
      message.subject === (this.#message?.subject ?? '') && message.body === (this.#message?.body ?? '');
    return {
      ...(isKept ? {} : { message }),
      ...(this.expiry === 'default'
        ? {}
        : { expiryDays: this.expiry === 'never' ? null : Number(this.expiry) }),
      labelIds: [...this.labels],
    };
  }

  /**
   * Checks rows, and then any rows that were changed in the meantime. Rows count as changed until a check has
   * succeeded.
   */
  async check(
    rows: readonly ListRow[],
    find: (rows: readonly ListRow[]) => Promise<readonly RowIssue[]>,
  ): Promise<void> {
    const { requestId } = this;
    for (let next = rows; next.length > 0; next = this.changed) {
      const found = await find(next);
      if (this.requestId !== requestId) return;
      this.#note(next, found);
    }
  }

  #note(rows: readonly ListRow[], found: readonly RowIssue[]): void {
    const byLine = Map.groupBy(found, ({ line }) => line);
    const now = new Map(this.rows.map((row) => [row.number, row]));
    const lines = new Set(rows.map(({ number }) => number + 1));
    this.problems = found.filter(({ line }) => !lines.has(line));
    for (const row of rows) {
      const { number } = row;
      if (isSame(row, now.get(number))) this.#changed.delete(number);
      const issues = byLine.get(number + 1);
      if (issues === undefined) this.issues.delete(number);
      else this.issues.set(number, issues);
    }
  }

  /**
   * Returns rows as the list that the server accepts. Each row keeps its line number, and the lines of other
   * rows are blank.
   */
  csv(rows: readonly ListRow[]): string {
    const columns = this.shown.map(({ name }) => name);
    const lines = Array.from({ length: (rows.at(-1)?.number ?? 0) + 1 }, () => columns.map(() => ''));
    lines[0] = columns;
    for (const { number, values } of rows) lines[number] = columns.map((name) => values[name] ?? '');
    return stringifyPlainLines(lines);
  }

  #valuesOf(number: number, cells: readonly string[]): Record<string, string> {
    const values: Record<string, string> = {};
    this.mappings.forEach(({ target, dayOrder }, at) => {
      const cell = cells[at] ?? '';
      if (target !== null) values[target] = dayOrder === null ? cell : readDay(cell, dayOrder);
    });
    for (const [target, typed] of this.#fixes) {
      const fixed = typed[number];
      if (fixed !== undefined) values[target] = fixed;
    }
    return values;
  }

  #isWrong({ number }: ListRow): boolean {
    return this.issues.has(number) && !this.skipped.has(number);
  }
}

function isSame(row: ListRow, other: ListRow | undefined): boolean {
  return Object.entries(other?.values ?? {}).every(([target, value]) => row.values[target] === value);
}
