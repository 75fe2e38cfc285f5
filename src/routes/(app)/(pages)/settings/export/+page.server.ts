import { createSettingsAction } from '#ui/account/settings-action.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals }) => {
  await parent();
  try {
    return { exports: (await locals.caller.export.list({})).items };
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};

export const actions: Actions = {
  start: createSettingsAction('start', async ({ caller }) => {
    await caller.export.start({});
    return undefined;
  }),
};
