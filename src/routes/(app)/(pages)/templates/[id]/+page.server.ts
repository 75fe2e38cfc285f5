import { redirect } from '@sveltejs/kit';
import { may } from '#domain/organization/role.ts';
import { formAction } from '#ui/kit/form-action.ts';
import { pageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, params }) => {
  const { role } = await parent();
  try {
    const [graph, bulkSends] = await Promise.all([
      locals.caller.template.get({ id: params.id }),
      locals.caller.bulkSend.list({ templateId: params.id }),
    ]);
    return { graph, bulkSends: bulkSends.items, maySend: may(role, 'send') };
  } catch (thrown) {
    return pageRefusal(thrown);
  }
};

export const actions: Actions = {
  save: formAction(async ({ caller, param, text }) => {
    const pattern = text('namePattern');
    const namePattern = pattern === '' ? null : pattern;
    const message = { subject: text('message.subject'), body: text('message.body') };
    await caller.template.update({ id: param('id'), name: text('name'), namePattern, message });
    return { saved: true };
  }),
  archive: formAction(async ({ caller, param }) => {
    const id = param('id');
    await caller.template.archive({ id });
    redirect(303, `/templates/${id}`);
  }),
  restore: formAction(async ({ caller, param }) => {
    const id = param('id');
    await caller.template.restore({ id });
    redirect(303, `/templates/${id}`);
  }),
};
