import { createSettingsAction } from '#ui/account/settings-action.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals }) => {
  await parent();
  try {
    return await locals.caller.embedding.get({});
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};

export const actions: Actions = {
  change: createSettingsAction('change', async ({ caller, text }) => {
    await caller.embedding.change({ origins: text('origins').split(/\s+/).filter(Boolean) });
    return undefined;
  }),
};
