import type { LegalFramework } from '#domain/envelope/status.ts';
import { createSettingsAction } from '#ui/account/settings-action.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals }) => {
  await parent();
  try {
    return { defaults: await locals.caller.organization.defaults({}) };
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};

export const actions: Actions = {
  change: createSettingsAction('change', async ({ caller, form, text }) => {
    const days = text('expiryDays').trim();
    await caller.organization.changeDefaults({
      // The schema rejects unknown frameworks.
      legalFramework: text('legalFramework') as LegalFramework,
      consumerDisclosure: form.has('consumerDisclosure'),
      expiryDays: days === '' ? null : Number(days),
      canDelegate: form.has('canDelegate'),
      textTags: form.has('textTags'),
      attachSealed: form.has('attachSealed'),
      makeArchivable: form.has('makeArchivable'),
      reminderPolicy: form.has('reminders')
        ? {
            firstAfterDays: Number(text('firstAfterDays')),
            everyDays: Number(text('everyDays')),
            maxReminders: Number(text('maxReminders')),
          }
        : null,
    });
    return undefined;
  }),
};
