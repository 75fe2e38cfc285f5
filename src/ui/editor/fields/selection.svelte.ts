import type { DraftField } from '#ui/editor/draft/draft.ts';

/** Which fields are chosen, by key, in the order in which they were. The last one is what others are measured by. */
export class Selection {
  #keys = $state.raw<readonly string[]>([]);
  readonly #set = $derived(new Set(this.#keys));
  /** While the focus goes about, the choice stays: a pointer is pressed, or Space began to gather fields. */
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

  /** Chooses these and no others. */
  choose(keys: readonly string[]): void {
    this.#keys = [...new Set(keys)];
    if (keys.length === 0) this.held = false;
  }

  /** Chooses one more, or leaves it out. */
  toggle(key: string): void {
    this.#keys = this.has(key) ? this.#keys.filter((chosen) => chosen !== key) : [...this.#keys, key];
  }

  /** A field got the focus: it is the one that counts, alone unless it is among the chosen or the choice is held. */
  focused(key: string): void {
    if (this.has(key)) this.#keys = [...this.#keys.filter((chosen) => chosen !== key), key];
    else if (!this.held) this.#keys = [key];
  }
}

/** The chosen among the fields, the last chosen one last. */
export function chosenOf(fields: readonly DraftField[], { keys }: Selection): DraftField[] {
  if (keys.length === 0) return [];
  const place = new Map(keys.map((key, index) => [key, index]));
  const of = ({ key }: DraftField) => place.get(key) ?? -1;
  return fields.filter(({ key }) => place.has(key)).sort((one, other) => of(one) - of(other));
}

/** The pages of a field and of those before and after it in reading order. */
export function pagesAround(ordered: readonly DraftField[], key: string | null): number[] {
  const index = ordered.findIndex((field) => field.key === key);
  if (index < 0) return [];
  return [ordered[index - 1], ordered[index], ordered[index + 1]].flatMap((field) => field?.page ?? []);
}
