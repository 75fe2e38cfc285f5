import type { EnvelopeListItem } from '#wire/envelope-list.ts';
import { exactTime } from '#ui/kit/time.ts';
import { dashboard, refusalOfCall, sentenceOfFailure } from '#ui/envelopes/dashboard-client.ts';
import { allows } from '#ui/envelopes/envelope/participant-state.ts';
import { STATUS_WORDS } from '#ui/envelopes/status-words.ts';

export type BulkAction = 'remind' | 'void' | 'download';
/** What became of one envelope; `waiting` and `running` while that is open. */
export type BulkOutcome = {
  readonly kind: 'waiting' | 'running' | 'done' | 'refused' | 'left-out';
  readonly words: string;
};
export type BulkItem = { readonly item: EnvelopeListItem; readonly outcome: BulkOutcome };

/** Writes that travel at once: enough to be quick, few enough for others to get through. */
const AT_ONCE = 4;

/** What would be done with each envelope, before anything is. */
export function planBulk(action: BulkAction, items: readonly EnvelopeListItem[]): BulkItem[] {
  return items.map((item) => {
    const reason = whyNot(action, item);
    return reason === null
      ? { item, outcome: { kind: 'waiting', words: '' } }
      : { item, outcome: { kind: 'left-out', words: reason } };
  });
}

/** Does it, each envelope by an operation of its own, and tells of each how it went. `stop` ends it before the next. */
export async function runBulk(
  action: 'remind' | 'void',
  plan: readonly BulkItem[],
  options: {
    readonly reason: string;
    readonly stop: AbortSignal;
    readonly told: (id: string, outcome: BulkOutcome) => void;
  },
): Promise<void> {
  const waiting = plan.filter(({ outcome }) => outcome.kind === 'waiting').map(({ item }) => item);
  const next = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      if (options.stop.aborted) {
        options.told(item.id, { kind: 'left-out', words: 'Stopped before it was its turn.' });
        continue;
      }
      options.told(item.id, { kind: 'running', words: '' });
      options.told(item.id, await actOn(action, item, options.reason));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

async function actOn(
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
    return { kind: 'done', words: action === 'remind' ? 'Reminded' : 'Voided' };
  } catch (error) {
    return { kind: 'refused', words: refusalWords(error) };
  }
}

/** Why an operation on an envelope was refused, and what can be done about it. */
export function refusalWords(error: unknown): string {
  const refused = refusalOfCall(error);
  const next = refused?.details?.['nextReminderAt'];
  if (refused?.code === 'reminder_window' && typeof next === 'string')
    return `Reminded less than an hour ago. The next reminder can go out from ${exactTime(next, 'local')} on.`;
  if (refused?.code === 'version_conflict')
    return 'It has changed meanwhile. Look at what it is now, then try again.';
  if (refused?.code === 'not_found') return 'It is not there any more.';
  if (refused?.code === 'invalid_state')
    return 'It has ended or moved on meanwhile: this is no longer possible.';
  return sentenceOfFailure(error);
}

function whyNot(action: BulkAction, { status, documentHash }: EnvelopeListItem): string | null {
  if (action === 'download') return documentHash === null ? 'It has no document yet.' : null;
  if (allows(action, status)) return null;
  return `${STATUS_WORDS[status].label}: there is ${action === 'remind' ? 'nobody to remind' : 'nothing to void'}.`;
}
