import { redirect } from '@sveltejs/kit';
import { textOf } from '#ui/account/audit.ts';
import { formFailure } from '#ui/kit/form-problem.ts';
import { pageRefusal } from '#ui/kit/page-refusal.ts';
import { readWebhookForm } from '#ui/webhooks/read-webhook-form.ts';
import type { Actions, PageServerLoad, RequestEvent } from './$types';

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
  save: (event) =>
    answered(event, async ({ webhook }, id, form) => {
      await webhook.update({ id, ...readWebhookForm(form) });
      return { done: 'saved' as const };
    }),
  switch: (event) =>
    answered(event, async ({ webhook }, id, form) => {
      const enabled = textOf(form, 'enabled') === 'true';
      await webhook.update({ id, enabled });
      return { done: enabled ? ('enabled' as const) : ('disabled' as const) };
    }),
  test: (event) =>
    answered(event, async ({ webhook }, id) => {
      await webhook.test({ id });
      return { done: 'tested' as const };
    }),
  rotate: (event) =>
    answered(event, async ({ webhook }, id) => ({ secret: (await webhook.rotateSecret({ id })).secret })),
  redeliver: (event) =>
    answered(event, async ({ webhook }, id, form) => {
      await webhook.redeliver({ id, deliveryId: textOf(form, 'delivery') });
      return { done: 'redelivered' as const };
    }),
  delete: async (event) => {
    const failure = await answered(event, async ({ webhook }, id) => {
      await webhook.delete({ id });
      return null;
    });
    if (failure !== null) return failure;
    redirect(303, '/settings/webhooks');
  },
};

async function answered<T>(
  { locals, params, request }: RequestEvent,
  act: (caller: App.Locals['caller'], id: string, form: FormData) => Promise<T>,
) {
  const form = await request.formData();
  try {
    return await act(locals.caller, params.id, form);
  } catch (thrown) {
    return formFailure(thrown, form);
  }
}
