import { redirect } from '@sveltejs/kit';
import { isLanguage } from '#domain/language.ts';
import { createSettingsAction } from '#ui/account/settings-action.ts';
import { createFormAction, type Submitted } from '#ui/kit/form-action.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, depends }) => {
  await parent();
  depends('app:account');
  try {
    const [account, { items: activity }] = await Promise.all([
      locals.caller.account.get({}),
      locals.caller.account.activity({}),
    ]);
    return { account, activity };
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};

const readProof = ({ text }: Submitted) => ({
  password: text('password'),
  ...(text('code') === '' ? {} : { code: text('code') }),
});

export const actions: Actions = {
  rename: createSettingsAction('rename', async ({ caller, text }) => {
    await caller.account.rename({ name: text('name') });
    return undefined;
  }),
  language: createFormAction(async ({ caller, text }) => {
    const chosen = text('language');
    await caller.account.setLanguage({ language: isLanguage(chosen) ? chosen : null });
    redirect(303, '/settings/profile');
  }),
  verify: createSettingsAction('verify', async ({ caller }) => {
    await caller.auth.resendVerification({});
    return undefined;
  }),
  changeEmail: createSettingsAction('changeEmail', async (submitted) => {
    await submitted.caller.account.changeEmail({ ...readProof(submitted), email: submitted.text('email') });
    return undefined;
  }),
  changePassword: createSettingsAction('changePassword', async (submitted) => {
    const newPassword = submitted.text('newPassword');
    await submitted.caller.account.changePassword({ ...readProof(submitted), newPassword });
    return undefined;
  }),
  beginTotp: createSettingsAction('beginTotp', async (submitted) => ({
    totpUrl: (await submitted.caller.account.beginTotp(readProof(submitted))).url,
  })),
  confirmTotp: createSettingsAction('confirmTotp', async ({ caller, text }) => ({
    recoveryCodes: (await caller.account.confirmTotp({ code: text('code') })).recoveryCodes,
  })),
  disableTotp: createSettingsAction('disableTotp', async (submitted) => {
    await submitted.caller.account.disableTotp(readProof(submitted));
    return undefined;
  }),
  renewRecoveryCodes: createSettingsAction('renewRecoveryCodes', async (submitted) => ({
    recoveryCodes: (await submitted.caller.account.renewRecoveryCodes(readProof(submitted))).recoveryCodes,
  })),
  renamePasskey: createSettingsAction('renamePasskey', async ({ caller, text }) => {
    await caller.account.renamePasskey({ id: text('id'), name: text('name') });
    return undefined;
  }),
  removePasskey: createSettingsAction('removePasskey', async (submitted) => {
    const id = submitted.text('id');
    await submitted.caller.account.removePasskey({ id, ...readProof(submitted) });
    return undefined;
  }),
  endSession: createSettingsAction('endSession', async ({ caller, text }) => {
    await caller.account.endSession({ id: text('id') });
    return undefined;
  }),
  endOtherSessions: createSettingsAction('endOtherSessions', async ({ caller }) => {
    await caller.account.endOtherSessions({});
    return undefined;
  }),
};
