import { SENDER_EMAILS } from '#domain/account/sender-emails.ts';
import { createSettingsAction } from '#ui/account/settings-action.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals }) => {
  await parent();
  try {
    return await locals.caller.account.notifications({});
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};

export const actions: Actions = {
  change: createSettingsAction('change', async ({ caller, form }) => {
    await caller.account.changeNotifications({ emails: SENDER_EMAILS.filter((email) => form.has(email)) });
    return undefined;
  }),
};
