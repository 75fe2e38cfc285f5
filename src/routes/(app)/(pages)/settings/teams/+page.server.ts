import { textOf } from '#ui/account/audit.ts';
import { settingsAction } from '#ui/account/settings-action.ts';
import { pageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals }) => {
  await parent();
  try {
    return { teams: (await locals.caller.team.list({})).items };
  } catch (thrown) {
    return pageRefusal(thrown);
  }
};

export const actions: Actions = {
  create: settingsAction('create', async ({ team }, form) => {
    await team.create({ name: textOf(form, 'name') });
    return undefined;
  }),
  rename: settingsAction('rename', async ({ team }, form) => {
    await team.rename({ id: textOf(form, 'id'), name: textOf(form, 'name') });
    return undefined;
  }),
  delete: settingsAction('delete', async ({ team }, form) => {
    await team.delete({ id: textOf(form, 'id') });
    return undefined;
  }),
};
