/** A short message about what was just done, and a way to take it back. */
export type ToastMessage = {
  readonly id: number;
  readonly text: string;
  readonly isProblem: boolean;
  readonly undo: (() => Promise<void>) | null;
};

/** More would cover the page. */
const SHOWN_MAX = 3;
let lastId = 0;

/** The toasts on screen, oldest first. Only the browser changes them. */
export const toasts = $state<{ shown: readonly ToastMessage[] }>({ shown: [] });

export function showToast(
  text: string,
  { undo = null, isProblem = false }: Partial<Pick<ToastMessage, 'undo' | 'isProblem'>> = {},
): void {
  lastId += 1;
  toasts.shown = [...toasts.shown, { id: lastId, text, isProblem, undo }].slice(-SHOWN_MAX);
}

export function dismissToast(id: number): void {
  toasts.shown = toasts.shown.filter((toast) => toast.id !== id);
}
