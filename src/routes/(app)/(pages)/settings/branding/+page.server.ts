import { createSettingsAction } from '#ui/account/settings-action.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals }) => {
  await parent();
  try {
    return { branding: await locals.caller.branding.get({}) };
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};

export const actions: Actions = {
  change: createSettingsAction('change', async ({ caller, text }) => {
    const [color, logo] = [text('accentColor').trim(), text('logo')];
    await caller.branding.change({
      accentColor: color === '' ? null : color,
      ...(logo === '' ? {} : { logo: logo === 'none' ? null : logo }),
    });
    return undefined;
  }),
  emails: createSettingsAction('emails', async ({ caller, text }) => {
    const [senderName, replyTo] = [text('senderName').trim(), text('replyTo').trim()];
    const [footer, subject] = [text('footer').trim(), text('subject').trim()];
    await caller.branding.change({
      emails: { senderName, replyTo, footer, subject, text: text('text').trim() },
    });
    return undefined;
  }),
};
