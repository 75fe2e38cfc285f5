import { m } from '#i18n/compiled/messages.js';
import type { EventAction } from '#domain/event/catalogue.ts';
import { LIMITS } from '#domain/limits.ts';
import { EVENT_WORDS } from '#i18n/event-words.ts';
import { parseLocalInput, findSendTimeProblem } from '#ui/kit/send-time.ts';
import { HOUR_MS } from '#domain/time.ts';

/** How far to advance the time, as entered in the dialog. */
export type AdvanceInputs =
  | { readonly how: 'by'; readonly days: string; readonly hours: string }
  | { readonly how: 'to'; readonly to: string };

/** Returns the days and hours to advance by, or the problem with the inputs. `now` is ISO 8601 in UTC. */
export function readAdvance(
  inputs: AdvanceInputs,
  now: string,
): { readonly days: number; readonly hours: number } | { readonly problem: string } {
  const hours = computeHours(inputs, now);
  if (typeof hours !== 'number') return hours;
  if (!Number.isInteger(hours) || hours < 1) return { problem: m.common_advance_nothing() };
  const days = Math.floor(hours / 24);
  if (days > LIMITS.advancedDaysMax)
    return { problem: m.common_advance_far({ count: LIMITS.advancedDaysMax }) };
  return { days, hours: hours % 24 };
}

function computeHours(inputs: AdvanceInputs, now: string): number | { readonly problem: string } {
  if (inputs.how === 'by') return 24 * Number(inputs.days) + Number(inputs.hours);
  const problem = findSendTimeProblem(inputs.to, now, null);
  if (problem !== null) return { problem };
  return Math.ceil((Date.parse(parseLocalInput(inputs.to) ?? now) - Date.parse(now)) / HOUR_MS);
}

/**
 * Counts what happened to envelopes, apart from the advance itself, for display. The kinds are in the order
 * in which they first happened.
 */
export function countActions(
  items: readonly { readonly actions: readonly EventAction[] }[],
): { readonly action: EventAction; readonly label: string; readonly count: number }[] {
  const counts = new Map<EventAction, number>();
  for (const action of items.flatMap(({ actions }) => actions))
    if (action !== 'envelope.time_advanced') counts.set(action, (counts.get(action) ?? 0) + 1);
  return [...counts].map(([action, count]) => ({ action, count, label: EVENT_WORDS[action]() }));
}
