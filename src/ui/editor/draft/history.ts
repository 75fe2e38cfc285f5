/**
 * A value with its undo and redo steps. `tag` identifies the last change, so that a run of similar changes
 * becomes one step.
 */
export type History<T> = {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  readonly tag: string | null;
};

const STEPS_MAX = 200;

/** Returns a history that starts with a value. */
export function beginHistory<T>(present: T): History<T> {
  return { past: [], present, future: [], tag: null };
}

/** Records a change. A change with the same tag as the previous one becomes part of the same step. */
export function record<T>(history: History<T>, next: T, tag: string | null = null): History<T> {
  if (Object.is(next, history.present)) return history;
  const joins = tag !== null && tag === history.tag && history.past.length > 0;
  return {
    past: joins ? history.past : [...history.past, history.present].slice(-STEPS_MAX),
    present: next,
    future: [],
    tag,
  };
}

/** Ends a run of changes, so that the next change with the same tag starts a new step. */
export function endRun<T>(history: History<T>): History<T> {
  return history.tag === null ? history : { ...history, tag: null };
}

/** Undoes one step; returns the same history if there is none. */
export function undoStep<T>(history: History<T>): History<T> {
  const previous = history.past.at(-1);
  if (previous === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: previous,
    future: [history.present, ...history.future],
    tag: null,
  };
}

/** Redoes one step; returns the same history if there is none. */
export function redoStep<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, tag: null };
}

/** Applies the same change to every step, so that undo doesn't revert changes from elsewhere. */
export function rebaseHistory<T>(
  history: History<T>,
  present: T,
  { change, stepsMax }: { readonly change: (step: T) => T; readonly stepsMax: number },
): History<T> {
  const past = stepsMax === 0 ? [] : history.past.slice(-stepsMax);
  return {
    past: past.map(change),
    present,
    future: history.future.slice(0, Math.max(0, stepsMax - past.length)).map(change),
    tag: null,
  };
}
