import { m } from '#i18n/compiled/messages.js';
import type { EnvelopeListItem } from '#wire/envelope-list.ts';
import { formatComingTime } from '#ui/kit/time.ts';
import { dashboard, findCallRefusal, explainFailure } from '#ui/envelopes/dashboard-client.ts';
import { isOperationAllowed } from '#ui/envelopes/envelope/participant-state.ts';
import { STATUS_WORDS } from '#ui/envelopes/status-words.ts';

export type BulkAction = 'remind' | 'void' | 'download';
/** What happened to one envelope. `words` explains `done`, `refused` and `skipped`. */
export type BulkOutcome = {
  readonly kind: 'waiting' | 'running' | 'done' | 'refused' | 'skipped';
  readonly words: string;
};
export type BulkItem = { readonly item: EnvelopeListItem; readonly outcome: BulkOutcome };

/** Parallel writes: enough to be quick, few enough to leave room for others. */
const AT_ONCE = 4;

/** Decides which envelopes an action applies to. */
export function planBulk(action: BulkAction, items: readonly EnvelopeListItem[]): BulkItem[] {
  return items.map((item) => {
    const reason = explainIneligible(action, item);
    return reason === null
      ? { item, outcome: { kind: 'waiting', words: '' } }
      : { item, outcome: { kind: 'skipped', words: reason } };
  });
}

/**
 * Runs the action on each planned envelope and reports every outcome. `stop` ends the run before the next
 * envelope.
 */
export async function runBulk(
  action: 'remind' | 'void',
  plan: readonly BulkItem[],
  options: {
    readonly reason: string;
    readonly stop: AbortSignal;
    readonly report: (id: string, outcome: BulkOutcome) => void;
  },
): Promise<void> {
  const waiting = plan.filter(({ outcome }) => outcome.kind === 'waiting').map(({ item }) => item);
  const runNext = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      if (options.stop.aborted) {
        options.report(item.id, { kind: 'skipped', words: m.envelopes_bulk_stopped() });
        continue;
      }
      options.report(item.id, { kind: 'running', words: '' });
      options.report(item.id, await applyAction(action, item, options.reason));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runNext));
}

async function applyAction(
  action: 'remind' | 'void',
  { id, version }: EnvelopeListItem,
  reason: string,
): Promise<BulkOutcome> {
  try {
    if (action === 'remind') await dashboard.envelope.remind.mutate({ id, expectedVersion: version });
    else
      await dashboard.envelope.void.mutate({
        id,
        expectedVersion: version,
        ...(reason === '' ? {} : { reason }),
      });
    return {
      kind: 'done',
      words: action === 'remind' ? m.envelopes_bulk_reminded() : m.envelopes_status_voided(),
    };
  } catch (error) {
    return { kind: 'refused', words: explainRefusal(error) };
  }
}

/** Explains why an operation on an envelope was refused and what to do about it. */
export function explainRefusal(error: unknown): string {
  const refused = findCallRefusal(error);
  const next = refused?.details?.['nextReminderAt'];
  if (refused?.code === 'reminder_window' && typeof next === 'string')
    return m.envelopes_refused_reminder_window({ time: formatComingTime(next, Date.now()) });
  if (refused?.code === 'version_conflict') return m.envelopes_refused_version_conflict();
  if (refused?.code === 'not_found') return m.envelopes_refused_not_found();
  if (refused?.code === 'invalid_state') return m.envelopes_refused_invalid_state();
  return explainFailure(error);
}

function explainIneligible(action: BulkAction, { status, documentHash }: EnvelopeListItem): string | null {
  if (action === 'download') return documentHash === null ? m.envelopes_bulk_no_document() : null;
  if (isOperationAllowed(action, status)) return null;
  const words = action === 'remind' ? m.envelopes_bulk_nobody_to_remind : m.envelopes_bulk_nothing_to_void;
  return words({ status: STATUS_WORDS[status].label() });
}
