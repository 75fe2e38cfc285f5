import { m } from '#i18n/compiled/messages.js';
import { showToast } from '#ui/kit/toasts.svelte.ts';
import { explainFailure } from './dashboard-client.ts';

/** Says what was done and offers to undo it. After an undo, it says that it worked, or why it didn't. */
export function offerUndo(done: string, undo: () => Promise<unknown>): void {
  showToast(done, {
    undo: async () => {
      try {
        await undo();
        showToast(m.common_undone());
      } catch (error) {
        showToast(explainFailure(error), { isProblem: true });
      }
    },
  });
}
