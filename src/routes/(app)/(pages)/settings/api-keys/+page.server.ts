import { textOf } from '#ui/account/audit.ts';
import { formFailure } from '#ui/kit/form-problem.ts';
import { pageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals }) => {
  await parent();
  try {
    const [keys, teams] = await Promise.all([locals.caller.apiKey.list({}), locals.caller.team.list({})]);
    return { keys: keys.items, teams: teams.items };
  } catch (thrown) {
    return pageRefusal(thrown);
  }
};

export const actions: Actions = {
  create: async ({ locals, request }) => {
    const form = await request.formData();
    try {
      const { apiKey, secret } = await locals.caller.apiKey.create({
        name: textOf(form, 'name').trim(),
        ...(form.has('teamId') ? { teamId: textOf(form, 'teamId') } : {}),
      });
      return { created: { id: apiKey.id, name: apiKey.name, secret } };
    } catch (thrown) {
      return formFailure(thrown, form);
    }
  },
  revoke: async ({ locals, request }) => {
    const form = await request.formData();
    try {
      await locals.caller.apiKey.revoke({ id: textOf(form, 'id') });
      return { revoked: textOf(form, 'id') };
    } catch (thrown) {
      return formFailure(thrown, form);
    }
  },
};
