import type { SubmitFunction } from '@sveltejs/kit';
import { getContext, setContext, tick } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { createBusyForm } from './busy-form.svelte.ts';

const KEY = Symbol('unsaved');

let formsSeen = 0;

/** A form whose changes are saved from the save bar. */
export type WatchedForm = {
  readonly element: HTMLFormElement;
  /**
   * The value of the element's id attribute. The property of that name isn't reliable, because it may be an
   * input with that name.
   */
  readonly id: string;
  /** Returns the name of what the form changes. */
  readonly name: () => string;
};

/** The forms of a page that differ from what is stored. */
export class Unsaved {
  /** The changed forms, in the order of the page. */
  changed = $state.raw<readonly WatchedForm[]>([]);
  saving = $state(false);
  /** The values that each form had when it was stored. */
  readonly #stored = new Map<WatchedForm, string>();
  /** Whether one button saves all forms, so that the next form is saved after this one. */
  #all = false;

  watch(form: WatchedForm): () => void {
    const { element } = form;
    this.#stored.set(form, serializeForm(element));
    // Some changes show or hide other inputs, so wait for the page to update.
    const check = () => void tick().then(() => this.check());
    for (const name of ['input', 'change', 'reset'] as const) element.addEventListener(name, check);
    return () => {
      this.#stored.delete(form);
      this.changed = this.changed.filter((other) => other !== form);
      for (const name of ['input', 'change', 'reset'] as const) element.removeEventListener(name, check);
    };
  }

  /** Compares the forms with what is stored. */
  check(): void {
    this.changed = [...this.#stored]
      .filter(([{ element }, stored]) => serializeForm(element) !== stored)
      .map(([form]) => form);
  }

  /** Makes the other forms follow once the first one is saved, one after the other, until one is refused. */
  saveAll(): void {
    this.#all = true;
  }

  begin(): void {
    this.saving = true;
  }

  async finish(form: WatchedForm, succeeded: boolean): Promise<void> {
    // Wait until the page shows what is now stored, which may differ from what was typed.
    await tick();
    if (succeeded && this.#stored.has(form)) this.#stored.set(form, serializeForm(form.element));
    this.check();
    this.saving = false;
    if (!succeeded) goToProblem(form.element);
    const [next] = this.changed;
    if (succeeded && this.#all && next !== undefined) next.element.requestSubmit();
    else this.#all = false;
  }
}

/**
 * Focuses the first input that was refused and scrolls it to the middle of the window, where the save bar
 * doesn't cover the error.
 */
function goToProblem(form: HTMLFormElement): void {
  const refused = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  refused?.focus({ preventScroll: true });
  refused?.scrollIntoView({ block: 'center' });
}

/** Creates the record of unsaved changes for the pages within a layout. */
export function openUnsaved(): Unsaved {
  return setContext(KEY, new Unsaved());
}

/**
 * Creates a form that shows what is stored and is saved from the save bar of the layout around it. `name`
 * returns the name of what it changes.
 */
export function createSavedForm(
  name: () => string,
  done: (succeeded: boolean) => void = () => undefined,
): {
  readonly submit: SubmitFunction;
  readonly watch: Attachment<HTMLFormElement>;
  /** Looks for changes that weren't announced by an input of the form. */
  readonly check: () => void;
} {
  const unsaved = getContext<Unsaved>(KEY);
  let watched: WatchedForm | null = null;
  const busy = createBusyForm({
    keep: true,
    done: (succeeded) => {
      done(succeeded);
      if (watched !== null) void unsaved.finish(watched, succeeded);
    },
  });
  return {
    submit: (input) => {
      unsaved.begin();
      return busy.submit(input);
    },
    watch: (element) => {
      const id = element.getAttribute('id') ?? `form-${(formsSeen += 1)}`;
      element.setAttribute('id', id);
      const form = { element, id, name };
      watched = form;
      return unsaved.watch(form);
    },
    check: () => unsaved.check(),
  };
}

function serializeForm(form: HTMLFormElement): string {
  const values = [...new FormData(form)].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : [value.name, value.size, value.lastModified],
  ]);
  return JSON.stringify(values);
}
