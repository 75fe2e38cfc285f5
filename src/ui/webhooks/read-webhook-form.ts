import { EVENT_ACTIONS, type EventAction } from '#domain/event/catalogue.ts';
import { textOf } from '#ui/account/audit.ts';

type WebhookForm = { url: string; description: string | null; events: EventAction[] | null };

/** What the form for a webhook says: all events, or those that are ticked. */
export function readWebhookForm(form: FormData): WebhookForm {
  const description = textOf(form, 'description').trim();
  const ticked = new Set(form.getAll('events'));
  return {
    url: textOf(form, 'url').trim(),
    description: description === '' ? null : description,
    events: textOf(form, 'told') === 'all' ? null : EVENT_ACTIONS.filter((action) => ticked.has(action)),
  };
}
