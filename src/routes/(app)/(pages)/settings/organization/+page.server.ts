import { redirect } from '@sveltejs/kit';
import { settingsAction } from '#ui/account/settings-action.ts';
import { formAction } from '#ui/kit/form-action.ts';
import { pageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals }) => {
  await parent();
  try {
    const [{ items }, { signUpOpen }] = await Promise.all([
      locals.caller.organization.list({}),
      locals.caller.instance.get({}),
    ]);
    return { organizations: items, maySignUp: signUpOpen };
  } catch (thrown) {
    return pageRefusal(thrown);
  }
};

export const actions: Actions = {
  rename: settingsAction('rename', async ({ caller, text }) => {
    await caller.organization.rename({ name: text('name') });
    return undefined;
  }),
  create: settingsAction('create', async ({ caller, text }) => {
    await caller.organization.create({ name: text('name') });
    return undefined;
  }),
  switch: formAction(async ({ caller, text }) => {
    await caller.account.switchOrganization({ organizationId: text('id') });
    redirect(303, '/envelopes');
  }),
  leave: settingsAction('leave', async ({ caller }) => {
    await caller.organization.leave({});
    redirect(303, '/login');
  }),
};
