import { m } from '#i18n/compiled/messages.js';
import { copyText } from '#ui/kit/copy-text.ts';
import { showToast } from '#ui/kit/toasts.svelte.ts';
import type { EnvelopeListItem } from '#wire/envelope-list.ts';
import { dashboard, explainFailure } from './dashboard-client.ts';

/** Copies the link of the person whom an envelope waits for, which the log records. */
export async function copySignerLink({
  id,
  waitingFor,
}: Pick<EnvelopeListItem, 'id' | 'waitingFor'>): Promise<void> {
  if (waitingFor === null) return;
  const { participantId, name } = waitingFor;
  try {
    const { url } = await dashboard.envelope.copyLink.mutate({ id, participantId });
    if (await copyText(url)) showToast(m.envelopes_link_copied({ name }));
    else showToast(m.dashboard_copy_failed(), { isProblem: true });
  } catch (error) {
    showToast(explainFailure(error), { isProblem: true });
  }
}
