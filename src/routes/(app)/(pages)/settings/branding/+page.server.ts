import { textOf } from '#ui/account/audit.ts';
import { settingsAction } from '#ui/account/settings-action.ts';
import { pageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals }) => {
  await parent();
  try {
    return { branding: await locals.caller.organization.branding({}) };
  } catch (thrown) {
    return pageRefusal(thrown);
  }
};

export const actions: Actions = {
  change: settingsAction('change', async ({ organization }, form) => {
    const [color, logo] = [textOf(form, 'accentColor').trim(), textOf(form, 'logo')];
    await organization.changeBranding({
      accentColor: color === '' ? null : color,
      ...(logo === '' ? {} : { logo: logo === 'none' ? null : logo }),
    });
    return undefined;
  }),
};
