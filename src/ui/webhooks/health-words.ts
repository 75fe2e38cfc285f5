import { m } from '#i18n/compiled/messages.js';
import { RETRY_DELAYS_SECONDS } from '#domain/webhook/attempt.ts';
import type { Intent } from '#ui/kit/intent.ts';

export type Webhook = Awaited<ReturnType<App.Locals['caller']['webhook']['list']>>['items'][number];
export type Health = Awaited<ReturnType<App.Locals['caller']['webhook']['health']>>[number];

/** How many times a message is tried at most. */
export const MOST_TRIES = RETRY_DELAYS_SECONDS.length + 1;

/** Adds up the days of a week. */
export function sumTotals({ days }: Pick<Health, 'days'>) {
  const sum = (count: keyof Health['days'][number]) => days.reduce((all, day) => all + day[count], 0);
  const [delivered, waiting, gaveUp] = [sum('delivered'), sum('waiting'), sum('gaveUp')];
  return { delivered, waiting, gaveUp, all: delivered + waiting + gaveUp };
}

/** Describes how well a webhook works. `at` is the moment that the text mentions as {time}. */
export function describeHealth(
  webhook: Webhook,
  health: Pick<Health, 'days'>,
): { readonly intent: Intent; readonly text: (time: string) => string; readonly at: string | null } {
  const { waiting, gaveUp, all } = sumTotals(health);
  if (!webhook.enabled)
    return {
      intent: webhook.disabledReason === null ? 'neutral' : 'danger',
      text: (time) => m.templates_health_off({ time }),
      at: webhook.disabledAt,
    };
  if (webhook.failingSince !== null)
    return {
      intent: 'danger',
      text: (time) => m.templates_health_failing({ time }),
      at: webhook.failingSince,
    };
  const createPlainState = (intent: Intent, text: string) => ({ intent, text: () => text, at: null });
  if (waiting > 0) return createPlainState('warn', m.templates_health_waiting({ count: waiting }));
  if (gaveUp > 0) return createPlainState('warn', m.templates_health_gave_up({ count: gaveUp }));
  return all > 0
    ? createPlainState('ok', m.templates_health_all())
    : createPlainState('neutral', m.templates_health_none());
}
