import { createFormAction } from '#ui/kit/form-action.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import { readWebhookForm } from '#ui/webhooks/read-webhook-form.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals }) => {
  await parent();
  try {
    const [{ items }, health] = await Promise.all([
      locals.caller.webhook.list({}),
      locals.caller.webhook.health({}),
    ]);
    return { webhooks: items, health };
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};

export const actions: Actions = {
  create: createFormAction(async ({ caller, form }) => {
    const { id, url, secret } = await caller.webhook.create(readWebhookForm(form));
    return { created: { id, url, secret } };
  }),
};
