import { readProviderForm } from '#ui/account/providers/provider-form.ts';
import { createSettingsAction } from '#ui/account/settings-action.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals }) => {
  await parent();
  try {
    return await locals.caller.identityProvider.list({});
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};

export const actions: Actions = {
  create: createSettingsAction('create', async ({ caller, form, text }) => {
    await caller.identityProvider.create({ ...readProviderForm(form), clientSecret: text('clientSecret') });
    return undefined;
  }),
  change: createSettingsAction('change', async ({ caller, form, text }) => {
    const clientSecret = text('clientSecret');
    const secret = clientSecret === '' ? {} : { clientSecret };
    await caller.identityProvider.update({ id: text('id'), ...readProviderForm(form), ...secret });
    return undefined;
  }),
  switch: createSettingsAction('switch', async ({ caller, text }) => {
    await caller.identityProvider.update({ id: text('id'), enabled: text('enabled') === 'true' });
    return undefined;
  }),
  delete: createSettingsAction('delete', async ({ caller, text }) => {
    await caller.identityProvider.delete({ id: text('id') });
    return undefined;
  }),
};
