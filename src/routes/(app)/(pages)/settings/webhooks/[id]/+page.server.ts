import { redirect } from '@sveltejs/kit';
import { DELIVERY_STATUSES } from '#domain/webhook/webhook.ts';
import { createFormAction } from '#ui/kit/form-action.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import { readWebhookForm } from '#ui/webhooks/read-webhook-form.ts';
import type { Actions, PageServerLoad } from './$types';

/** The number of deliveries on one page of the list. */
const SHOWN = 20;

export const load: PageServerLoad = async ({ parent, locals, params: { id }, url }) => {
  await parent();
  const { caller } = locals;
  const cursor = url.searchParams.get('cursor') ?? '';
  const status = DELIVERY_STATUSES.find((one) => one === url.searchParams.get('status'));
  const search = url.searchParams.get('q')?.trim() ?? '';
  const chosen = url.searchParams.get('delivery');
  try {
    // The delivery is read first, so that the numbers and the list include its result.
    const asked = chosen === null ? null : await caller.webhook.delivery({ id, deliveryId: chosen });
    const [webhook, health, page] = await Promise.all([
      caller.webhook.get({ id }),
      caller.webhook.health({}),
      caller.webhook.deliveries({
        ...{ id, status, limit: SHOWN },
        ...(search === '' ? {} : { search }),
        ...(cursor === '' ? {} : { cursor }),
      }),
    ]);
    const own = health.find(({ webhookId }) => webhookId === id);
    const newest = page.items[0]?.id;
    const delivery =
      asked ?? (newest === undefined ? null : await caller.webhook.delivery({ id, deliveryId: newest }));
    const ids = [...page.items, ...(delivery === null ? [] : [delivery])].flatMap(
      ({ envelopeId }) => envelopeId ?? [],
    );
    const { items } = await caller.envelope.rows({ ids: [...new Set(ids)] });
    return {
      webhook,
      days: own?.days ?? [],
      typicalMs: own?.typicalMs ?? null,
      search,
      deliveries: page.items,
      nextCursor: page.nextCursor,
      status: status ?? '',
      delivery,
      isChosen: chosen !== null,
      names: Object.fromEntries(items.map((item) => [item.id, item.displayName])),
    };
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};

export const actions: Actions = {
  save: createFormAction(async ({ caller, param, form }) => {
    await caller.webhook.update({ id: param('id'), ...readWebhookForm(form) });
    return { done: 'saved' as const };
  }),
  switch: createFormAction(async ({ caller, param, text }) => {
    const enabled = text('enabled') === 'true';
    await caller.webhook.update({ id: param('id'), enabled });
    return { done: enabled ? ('enabled' as const) : ('disabled' as const) };
  }),
  test: createFormAction(async ({ caller, param }) => {
    const { id } = await caller.webhook.test({ id: param('id') });
    redirect(303, `?delivery=${id}`);
  }),
  rotate: createFormAction(async ({ caller, param }) => ({
    secret: (await caller.webhook.rotateSecret({ id: param('id') })).secret,
  })),
  redeliver: createFormAction(async ({ caller, param, text }) => {
    const { id } = await caller.webhook.redeliver({ id: param('id'), deliveryId: text('delivery') });
    redirect(303, `?delivery=${id}`);
  }),
  delete: createFormAction(async ({ caller, param }) => {
    await caller.webhook.delete({ id: param('id') });
    redirect(303, '/settings/webhooks');
  }),
};
