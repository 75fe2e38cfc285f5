import { EVENT_ACTIONS, type EventAction } from '#domain/event/catalogue.ts';
import { buildWebhookHeaders, createWebhookSecret } from '#server/crypto/webhook-secret.ts';
import { stopRequest } from '../lifecycle.ts';
import { follow, readPresent } from './follow.ts';
import { getFailureReason, openService } from './service.ts';
import { LIMITS } from '#domain/limits.ts';
import type { WebhookMessage } from '#domain/webhook/notifications.ts';

type Options = {
  readonly url: string;
  readonly forwardTo: string;
  readonly events?: string | undefined;
  readonly after?: string | undefined;
};

/** Forwards every event of an organization to a program on this machine, as a webhook would. */
export async function listen(options: Options): Promise<void> {
  const url = parseAddress(options.url, '--url');
  const to = parseAddress(options.forwardTo, '--forward-to');
  const events = parseActions(options.events);
  const key = process.env['COUNTERSIGN_KEY'];
  if (key === undefined || key === '') throw new Error('set COUNTERSIGN_KEY to an API key');
  const secret = process.env['COUNTERSIGN_WEBHOOK_SECRET'] ?? createWebhookSecret();
  const stop = stopRequest();
  const say = (text: string) => process.stderr.write(`${text}\n`);
  const service = openService({ url, key, stop, say });
  let reached = options.after;
  try {
    reached ??= await readPresent(service);
    print(`Signing secret: ${secret}`);
    print(`Forwarding events of ${url.origin} to ${to.href}. Press Ctrl-C to stop.`);
    for await (const { event, message, before } of follow(service, reached)) {
      reached = before;
      if (events !== null && !events.includes(event.action)) continue;
      const result =
        message === null
          ? 'not forwarded: the envelope was deleted'
          : await forward(to, event.id, message, { secret, stop });
      print(`${event.occurredAt} ${event.action} ${event.envelopeId} → ${result}`);
    }
  } catch (error) {
    if (!stop.aborted) throw error;
    if (reached !== undefined) print(`Resume with --after ${reached}`);
  }
}

function parseAddress(text: string, option: string): URL {
  const address = URL.parse(text);
  if (address === null || !/^https?:$/.test(address.protocol))
    throw new Error(`${option} must be an address such as http://localhost:3000/webhooks`);
  return address;
}

function parseActions(text: string | undefined): readonly EventAction[] | null {
  if (text === undefined) return null;
  return text.split(',').map((name) => {
    const action = EVENT_ACTIONS.find((known) => known === name);
    if (action === undefined) throw new Error(`there is no event type "${name}"`);
    return action;
  });
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Sends a signed message the way a webhook would, and returns the outcome. The id is the same every time the
 * event is forwarded.
 */
async function forward(
  to: URL,
  id: string,
  message: WebhookMessage,
  { secret, stop }: { readonly secret: string; readonly stop: AbortSignal },
): Promise<string> {
  const body = JSON.stringify(message);
  try {
    const answer = await fetch(to, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Countersign-Webhooks/1',
        ...buildWebhookHeaders({ id, at: new Date(), body }, [secret]),
      },
      body,
      signal: AbortSignal.any([stop, AbortSignal.timeout(LIMITS.webhookTimeoutMs)]),
    });
    await answer.body?.cancel();
    return String(answer.status);
  } catch (error) {
    stop.throwIfAborted();
    return `no answer (${getFailureReason(error)})`;
  }
}
