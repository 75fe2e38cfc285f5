import { redirect } from '@sveltejs/kit';
import { isLanguage } from '#domain/language.ts';
import { settingsAction } from '#ui/account/settings-action.ts';
import { formAction, type Submitted } from '#ui/kit/form-action.ts';
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

const proofIn = ({ text }: Submitted) => ({
  password: text('password'),
  ...(text('code') === '' ? {} : { code: text('code') }),
});

export const actions: Actions = {
  rename: settingsAction('rename', async ({ caller, text }) => {
    await caller.account.rename({ name: text('name') });
    return undefined;
  }),
  language: formAction(async ({ caller, text }) => {
    const chosen = text('language');
    await caller.account.setLanguage({ language: isLanguage(chosen) ? chosen : null });
    redirect(303, '/settings/profile');
  }),
  verify: settingsAction('verify', async ({ caller }) => {
    await caller.auth.resendVerification({});
    return undefined;
  }),
  changeEmail: settingsAction('changeEmail', async (submitted) => {
    await submitted.caller.account.changeEmail({ ...proofIn(submitted), email: submitted.text('email') });
    return undefined;
  }),
  changePassword: settingsAction('changePassword', async (submitted) => {
    const newPassword = submitted.text('newPassword');
    await submitted.caller.account.changePassword({ ...proofIn(submitted), newPassword });
    return undefined;
  }),
  beginTotp: settingsAction('beginTotp', async (submitted) => ({
    totpUrl: (await submitted.caller.account.beginTotp(proofIn(submitted))).url,
  })),
  confirmTotp: settingsAction('confirmTotp', async ({ caller, text }) => ({
    recoveryCodes: (await caller.account.confirmTotp({ code: text('code') })).recoveryCodes,
  })),
  disableTotp: settingsAction('disableTotp', async (submitted) => {
    await submitted.caller.account.disableTotp(proofIn(submitted));
    return undefined;
  }),
  renewRecoveryCodes: settingsAction('renewRecoveryCodes', async (submitted) => ({
    recoveryCodes: (await submitted.caller.account.renewRecoveryCodes(proofIn(submitted))).recoveryCodes,
  })),
  renamePasskey: settingsAction('renamePasskey', async ({ caller, text }) => {
    await caller.account.renamePasskey({ id: text('id'), name: text('name') });
    return undefined;
  }),
  removePasskey: settingsAction('removePasskey', async (submitted) => {
    const id = submitted.text('id');
    await submitted.caller.account.removePasskey({ id, ...proofIn(submitted) });
    return undefined;
  }),
  endSession: settingsAction('endSession', async ({ caller, text }) => {
    await caller.account.endSession({ id: text('id') });
    return undefined;
  }),
  endOtherSessions: settingsAction('endOtherSessions', async ({ caller }) => {
    await caller.account.endOtherSessions({});
    return undefined;
  }),
};
