import { m } from '#i18n/compiled/messages.js';
import type { EventAction } from '#domain/event/catalogue.ts';
import { getFormText } from '#ui/kit/form-action.ts';
import { toLocalInput, parseLocalInput } from '#ui/kit/send-time.ts';
import { readEventChoice } from '../read-webhook-form.ts';
import { DAY_MS } from '#domain/time.ts';

/** Which messages are sent again. */
export type ReplayRange = {
  readonly from: string;
  readonly to?: string;
  readonly types?: EventAction[];
  readonly status: 'failed' | 'all';
};

/** Returns the suggested start, which is one day ago, in the format of a `datetime-local` input. */
export function suggestStart(now: Date): string {
  return toLocalInput(new Date(now.getTime() - DAY_MS).toISOString());
}

/** Reads the dialog's inputs, or returns what is wrong with them. */
export function readReplayRange(form: FormData): ReplayRange | { readonly problem: string } {
  const from = parseLocalInput(getFormText(form, 'from'));
  const to = parseLocalInput(getFormText(form, 'to'));
  const types = readEventChoice(form);
  if (from === null) return { problem: m.common_send_time_missing() };
  if (to !== null && to <= from) return { problem: m.templates_replay_backwards() };
  if (types?.length === 0) return { problem: m.templates_webhook_events_missing() };
  return {
    from,
    ...(to === null ? {} : { to }),
    ...(types === null ? {} : { types }),
    status: getFormText(form, 'status') === 'all' ? 'all' : 'failed',
  };
}
