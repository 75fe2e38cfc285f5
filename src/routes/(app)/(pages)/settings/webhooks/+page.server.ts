import { formFailure } from '#ui/kit/form-problem.ts';
import { pageRefusal } from '#ui/kit/page-refusal.ts';
import { readWebhookForm } from '#ui/webhooks/read-webhook-form.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals }) => {
  await parent();
  try {
    return { webhooks: (await locals.caller.webhook.list({})).items };
  } catch (thrown) {
    return pageRefusal(thrown);
  }
};

export const actions: Actions = {
  create: async ({ locals, request }) => {
    const form = await request.formData();
    try {
      const { id, url, secret } = await locals.caller.webhook.create(readWebhookForm(form));
      return { created: { id, url, secret } };
    } catch (thrown) {
      return formFailure(thrown, form);
    }
  },
};
