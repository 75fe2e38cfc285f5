import { redirect } from '@sveltejs/kit';
import { may } from '#domain/organization/role.ts';
import { textOf } from '#ui/account/audit.ts';
import { formFailure } from '#ui/kit/form-problem.ts';
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
  save: async ({ locals, params, request }) => {
    const form = await request.formData();
    const pattern = textOf(form, 'namePattern');
    try {
      const name = textOf(form, 'name');
      await locals.caller.template.update({
        id: params.id,
        name,
        namePattern: pattern === '' ? null : pattern,
      });
    } catch (thrown) {
      return formFailure(thrown, form);
    }
    return { saved: true };
  },
  archive: async ({ locals, params, request }) => {
    try {
      await locals.caller.template.archive({ id: params.id });
    } catch (thrown) {
      return formFailure(thrown, await request.formData());
    }
    redirect(303, `/templates/${params.id}`);
  },
  restore: async ({ locals, params, request }) => {
    try {
      await locals.caller.template.restore({ id: params.id });
    } catch (thrown) {
      return formFailure(thrown, await request.formData());
    }
    redirect(303, `/templates/${params.id}`);
  },
};
