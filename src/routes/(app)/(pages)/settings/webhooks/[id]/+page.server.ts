import { redirect } from '@sveltejs/kit';
import { formAction } from '#ui/kit/form-action.ts';
import { pageRefusal } from '#ui/kit/page-refusal.ts';
import { readWebhookForm } from '#ui/webhooks/read-webhook-form.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, params: { id }, url }) => {
  await parent();
  const cursor = url.searchParams.get('cursor') ?? '';
  try {
    const [webhook, page] = await Promise.all([
      locals.caller.webhook.get({ id }),
      locals.caller.webhook.deliveries({ id, ...(cursor === '' ? {} : { cursor }) }),
    ]);
    return {
      webhook,
      deliveries: page.items,
      nextCursor: page.nextCursor,
      isFirstPage: cursor === '',
    };
  } catch (thrown) {
    return pageRefusal(thrown);
  }
};

export const actions: Actions = {
  save: formAction(async ({ caller, param, form }) => {
    await caller.webhook.update({ id: param('id'), ...readWebhookForm(form) });
    return { done: 'saved' as const };
  }),
  switch: formAction(async ({ caller, param, text }) => {
    const enabled = text('enabled') === 'true';
    await caller.webhook.update({ id: param('id'), enabled });
    return { done: enabled ? ('enabled' as const) : ('disabled' as const) };
  }),
  test: formAction(async ({ caller, param }) => {
    await caller.webhook.test({ id: param('id') });
    return { done: 'tested' as const };
  }),
  rotate: formAction(async ({ caller, param }) => ({
    secret: (await caller.webhook.rotateSecret({ id: param('id') })).secret,
  })),
  redeliver: formAction(async ({ caller, param, text }) => {
    await caller.webhook.redeliver({ id: param('id'), deliveryId: text('delivery') });
    return { done: 'redelivered' as const };
  }),
  delete: formAction(async ({ caller, param }) => {
    await caller.webhook.delete({ id: param('id') });
    redirect(303, '/settings/webhooks');
  }),
};
