import type { DraftField } from '#ui/editor/draft/draft.ts';

/** The selected fields by key, in the order of selection. Arrangements use the last one as reference. */
export class Selection {
  #keys = $state.raw<readonly string[]>([]);
  readonly #set = $derived(new Set(this.#keys));
  /** Whether moving the focus keeps the selection: while a pointer is pressed, or after Space. */
  held = $state(false);

  get keys(): readonly string[] {
    return this.#keys;
  }

  get last(): string | null {
    return this.#keys.at(-1) ?? null;
  }

  has(key: string): boolean {
    return this.#set.has(key);
  }

  /** Selects exactly these fields. */
  choose(keys: readonly string[]): void {
    this.#keys = [...new Set(keys)];
    if (keys.length === 0) this.held = false;
  }

  /** Adds a field to the selection or removes it. */
  toggle(key: string): void {
    this.#keys = this.has(key) ? this.#keys.filter((chosen) => chosen !== key) : [...this.#keys, key];
  }

  /**
   * Handles focus on a field by selecting it. It becomes the only selected field unless it's already selected
   * or the selection is held.
   */
  focused(key: string): void {
    if (this.has(key)) this.#keys = [...this.#keys.filter((chosen) => chosen !== key), key];
    else if (!this.held) this.#keys = [key];
  }
}

/** Returns the selected fields. The last selected field comes last. */
export function listChosenFields(fields: readonly DraftField[], { keys }: Selection): DraftField[] {
  if (keys.length === 0) return [];
  const place = new Map(keys.map((key, index) => [key, index]));
  const getRank = ({ key }: DraftField) => place.get(key) ?? -1;
  return fields.filter(({ key }) => place.has(key)).sort((one, other) => getRank(one) - getRank(other));
}

/** Returns the pages of a field and its neighbors in reading order. */
export function listPagesAround(ordered: readonly DraftField[], key: string | null): number[] {
  const index = ordered.findIndex((field) => field.key === key);
  if (index < 0) return [];
  return [ordered[index - 1], ordered[index], ordered[index + 1]].flatMap((field) => field?.page ?? []);
}
