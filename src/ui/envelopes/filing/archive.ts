import { m } from '#i18n/compiled/messages.js';
import { dashboard, explainFailure } from '#ui/envelopes/dashboard-client.ts';
import { offerUndo } from '#ui/envelopes/offer-undo.ts';
import { refreshPage } from '#ui/kit/refresh-page.ts';
import { showToast } from '#ui/kit/toasts.svelte.ts';

/** Moves envelopes into the archive or out of it, says so, and offers to undo it. */
export async function moveToArchive(ids: readonly string[], isInto: boolean): Promise<void> {
  try {
    await move(ids, isInto);
    const count = ids.length;
    offerUndo(isInto ? m.dashboard_archived({ count }) : m.dashboard_unarchived({ count }), () =>
      move(ids, !isInto),
    );
  } catch (error) {
    showToast(explainFailure(error), { isProblem: true });
  }
}

async function move(ids: readonly string[], isInto: boolean): Promise<void> {
  await dashboard.label.archive.mutate(isInto ? { add: [...ids] } : { remove: [...ids] });
  await refreshPage();
}
