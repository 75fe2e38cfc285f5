import { EVENT_ACTIONS, type EventAction } from '#domain/event/catalogue.ts';
import { getFormText } from '#ui/kit/form-action.ts';

type WebhookForm = { url: string; description: string | null; events: EventAction[] | null };

/** Reads the webhook form: all events, or the selected ones. */
export function readWebhookForm(form: FormData): WebhookForm {
  const description = getFormText(form, 'description').trim();
  return {
    url: getFormText(form, 'url').trim(),
    description: description === '' ? null : description,
    events: readEventChoice(form),
  };
}

/** Reads the choice made in `EventChoice`. Returns null for all events. */
export function readEventChoice(form: FormData): EventAction[] | null {
  const selected = new Set(form.getAll('events'));
  return getFormText(form, 'scope') === 'all' ? null : EVENT_ACTIONS.filter((action) => selected.has(action));
}
