import { redirect } from '@sveltejs/kit';
import { isLanguage } from '#domain/language.ts';
import { textOf } from '#ui/account/audit.ts';
import { settingsAction } from '#ui/account/settings-action.ts';
import { pageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, depends }) => {
  await parent();
  depends('app:account');
  try {
    return { account: await locals.caller.account.get({}) };
  } catch (thrown) {
    return pageRefusal(thrown);
  }
};

const passwordIn = (form: FormData) => ({ password: textOf(form, 'password') });

export const actions: Actions = {
  rename: settingsAction('rename', async ({ account }, form) => {
    await account.rename({ name: textOf(form, 'name') });
    return undefined;
  }),
  language: async ({ locals, request }) => {
    const chosen = textOf(await request.formData(), 'language');
    await locals.caller.account.setLanguage({ language: isLanguage(chosen) ? chosen : null });
    redirect(303, '/settings/profile');
  },
  verify: settingsAction('verify', async ({ account }) => {
    await account.resendVerification({});
    return undefined;
  }),
  changePassword: settingsAction('changePassword', async ({ account }, form) => {
    await account.changePassword({ ...passwordIn(form), newPassword: textOf(form, 'newPassword') });
    return undefined;
  }),
  beginTotp: settingsAction('beginTotp', async ({ account }, form) => ({
    totpUrl: (await account.beginTotp(passwordIn(form))).url,
  })),
  confirmTotp: settingsAction('confirmTotp', async ({ account }, form) => ({
    recoveryCodes: (await account.confirmTotp({ code: textOf(form, 'code') })).recoveryCodes,
  })),
  disableTotp: settingsAction('disableTotp', async ({ account }, form) => {
    await account.disableTotp(passwordIn(form));
    return undefined;
  }),
  renewRecoveryCodes: settingsAction('renewRecoveryCodes', async ({ account }, form) => ({
    recoveryCodes: (await account.renewRecoveryCodes(passwordIn(form))).recoveryCodes,
  })),
  renamePasskey: settingsAction('renamePasskey', async ({ account }, form) => {
    await account.renamePasskey({ id: textOf(form, 'id'), name: textOf(form, 'name') });
    return undefined;
  }),
  removePasskey: settingsAction('removePasskey', async ({ account }, form) => {
    await account.removePasskey({ id: textOf(form, 'id'), ...passwordIn(form) });
    return undefined;
  }),
  endSession: settingsAction('endSession', async ({ account }, form) => {
    await account.endSession({ id: textOf(form, 'id') });
    return undefined;
  }),
  endOtherSessions: settingsAction('endOtherSessions', async ({ account }) => {
    await account.endOtherSessions({});
    return undefined;
  }),
};
