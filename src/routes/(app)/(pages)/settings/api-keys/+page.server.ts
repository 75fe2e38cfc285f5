import { formAction } from '#ui/kit/form-action.ts';
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
  create: formAction(async ({ caller, form, text }) => {
    const { apiKey, secret } = await caller.apiKey.create({
      name: text('name').trim(),
      ...(form.has('teamId') ? { teamId: text('teamId') } : {}),
    });
    return { created: { id: apiKey.id, name: apiKey.name, secret } };
  }),
  revoke: formAction(async ({ caller, text }) => {
    await caller.apiKey.revoke({ id: text('id') });
    return { revoked: text('id') };
  }),
};
