import { redirect } from '@sveltejs/kit';
import { readConnectionForm } from '#ui/account/single-sign-on/connection-form.ts';
import { explainSignInProblem } from '#ui/account/sign-in-problem.ts';
import { createSettingsAction } from '#ui/account/settings-action.ts';
import { createFormAction } from '#ui/kit/form-action.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, url }) => {
  await parent();
  try {
    const tested = url.searchParams.get('tested');
    return {
      ...(await locals.caller.singleSignOn.get({})),
      tested,
      problem: tested === null ? null : explainSignInProblem(url.searchParams.get('problem')),
    };
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};

export const actions: Actions = {
  addDomain: createSettingsAction('addDomain', async ({ caller, text }) => {
    await caller.singleSignOn.addDomain({ domain: text('domain') });
    return undefined;
  }),
  verifyDomain: createSettingsAction('verifyDomain', async ({ caller, text }) => {
    await caller.singleSignOn.verifyDomain({ id: text('id') });
    return undefined;
  }),
  assignDomain: createSettingsAction('assignDomain', async ({ caller, text }) => {
    const connectionId = text('connectionId');
    await caller.singleSignOn.assignDomain({
      id: text('id'),
      connectionId: connectionId === '' ? null : connectionId,
    });
    return undefined;
  }),
  removeDomain: createSettingsAction('removeDomain', async ({ caller, text }) => {
    await caller.singleSignOn.removeDomain({ id: text('id') });
    return undefined;
  }),
  create: createSettingsAction('create', async ({ caller, form }) => {
    await caller.singleSignOn.create(readConnectionForm(form));
    return undefined;
  }),
  change: createSettingsAction('change', async ({ caller, form, text }) => {
    await caller.singleSignOn.change({ id: text('id'), ...readConnectionForm(form) });
    return undefined;
  }),
  switch: createSettingsAction('switch', async ({ caller, text }) => {
    const enforced = text('state') === 'required';
    await caller.singleSignOn.switch({ id: text('id'), enforced, enabled: text('state') !== 'disabled' });
    return undefined;
  }),
  require: createSettingsAction('switch', async ({ caller, text }) => {
    await caller.singleSignOn.switch({ id: text('id'), enforced: true, enabled: true });
    return undefined;
  }),
  delete: createSettingsAction('delete', async ({ caller, text }) => {
    await caller.singleSignOn.delete({ id: text('id') });
    return undefined;
  }),
  test: createSettingsAction('test', async ({ caller, text }) => {
    redirect(303, (await caller.singleSignOn.test({ id: text('id') })).url);
  }),
  createToken: createFormAction(async ({ caller }) => ({
    token: (await caller.singleSignOn.createToken({})).token,
  })),
  revokeToken: createSettingsAction('revokeToken', async ({ caller }) => {
    await caller.singleSignOn.revokeToken({});
    return undefined;
  }),
};
