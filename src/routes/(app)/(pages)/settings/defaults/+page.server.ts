import type { LegalFramework } from '#domain/envelope/status.ts';
import { textOf } from '#ui/account/audit.ts';
import { settingsAction } from '#ui/account/settings-action.ts';
import { pageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals }) => {
  await parent();
  try {
    return { defaults: await locals.caller.organization.defaults({}) };
  } catch (thrown) {
    return pageRefusal(thrown);
  }
};

export const actions: Actions = {
  change: settingsAction('change', async ({ organization }, form) => {
    const days = textOf(form, 'expiryDays').trim();
    await organization.changeDefaults({
      // The schema rejects unknown frameworks.
      legalFramework: textOf(form, 'legalFramework') as LegalFramework,
      consumerDisclosure: form.has('consumerDisclosure'),
      expiryDays: days === '' ? null : Number(days),
      reminderPolicy: form.has('reminders')
        ? {
            firstAfterDays: Number(textOf(form, 'firstAfterDays')),
            everyDays: Number(textOf(form, 'everyDays')),
            maxReminders: Number(textOf(form, 'maxReminders')),
          }
        : null,
    });
    return undefined;
  }),
};
