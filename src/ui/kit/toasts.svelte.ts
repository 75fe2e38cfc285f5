/** A short message about what was just done, and a way to undo it. */
export type ToastMessage = {
  readonly id: number;
  readonly text: string;
  readonly isProblem: boolean;
  readonly undo: (() => Promise<void> | void) | null;
  /** Called when the action can no longer be undone. */
  readonly closed: (() => void) | null;
};

/** More toasts would cover the page. */
const SHOWN_MAX = 3;
let lastId = 0;

/** The toasts on screen, oldest first. They only change in the browser. */
export const toasts = $state<{ shown: readonly ToastMessage[] }>({ shown: [] });

export function showToast(
  text: string,
  {
    undo = null,
    closed = null,
    isProblem = false,
  }: Partial<Pick<ToastMessage, 'undo' | 'closed' | 'isProblem'>> = {},
): void {
  lastId += 1;
  const all = [...toasts.shown, { id: lastId, text, isProblem, undo, closed }];
  keep(all.slice(-SHOWN_MAX), all);
}

export function dismissToast({ id }: ToastMessage): void {
  keep(toasts.shown.filter((toast) => toast.id !== id));
}

/** Undoes the action that a toast is about. */
export function undoToast({ id, undo }: ToastMessage): void {
  toasts.shown = toasts.shown.filter((toast) => toast.id !== id);
  void undo?.();
}

export function dismissToasts(): void {
  keep([]);
}

function keep(shown: readonly ToastMessage[], all = toasts.shown): void {
  toasts.shown = shown;
  for (const toast of all) if (!shown.includes(toast)) toast.closed?.();
}
