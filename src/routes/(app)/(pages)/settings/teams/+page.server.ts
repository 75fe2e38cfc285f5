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
  create: settingsAction('create', async ({ caller, text }) => {
    await caller.team.create({ name: text('name') });
    return undefined;
  }),
  rename: settingsAction('rename', async ({ caller, text }) => {
    await caller.team.rename({ id: text('id'), name: text('name') });
    return undefined;
  }),
  delete: settingsAction('delete', async ({ caller, text }) => {
    await caller.team.delete({ id: text('id') });
    return undefined;
  }),
};
