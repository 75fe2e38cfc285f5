import { SvelteSet } from 'svelte/reactivity';
import { m } from '#i18n/compiled/messages.js';
import { showToast } from '#ui/kit/toasts.svelte.ts';
import { outlivingDashboard, findCallRefusal, explainFailure } from './dashboard-client.ts';
import { isPassing } from './files/file-queue.svelte.ts';

const RETRY_MS = 1000;

/** Drafts that lists no longer show. They're deleted once their toasts have closed. */
export const deletedDrafts = new SvelteSet<string>();

/**
 * Takes a draft out of the lists and offers to bring it back. Once that offer is gone, the draft is deleted.
 */
export function deleteDraft(
  { id, displayName }: { readonly id: string; readonly displayName: string },
  broughtBack: () => void = () => undefined,
): void {
  deletedDrafts.add(id);
  showToast(m.common_deleted({ name: displayName }), {
    undo: () => {
      deletedDrafts.delete(id);
      broughtBack();
    },
    closed: () => void deleteForGood(id),
  });
}

async function deleteForGood(id: string): Promise<void> {
  try {
    await outlivingDashboard.envelope.delete.mutate({ id });
  } catch (error) {
    if (findCallRefusal(error)?.code === 'not_found') return;
    // Its document is still being read.
    if (isPassing(error)) return void setTimeout(() => void deleteForGood(id), RETRY_MS);
    deletedDrafts.delete(id);
    showToast(explainFailure(error), { isProblem: true });
  }
}
