import { redirect } from '@sveltejs/kit';
import { admitsAddress } from '#domain/account/sign-up-rule.ts';
import { may } from '#domain/organization/role.ts';
import { createSettingsAction } from '#ui/account/settings-action.ts';
import { createFormAction } from '#ui/kit/form-action.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals }) => {
  const { role, needsSecondFactor, user } = await parent();
  try {
    const administers = may(role, 'administer') && !needsSecondFactor;
    const [{ items }, { signUp }, rules, quotas] = await Promise.all([
      locals.caller.organization.list({}),
      locals.caller.instance.get({}),
      administers ? locals.caller.organization.membershipRules({}) : null,
      administers ? locals.caller.organization.quotas({}) : null,
    ]);
    return {
      organizations: items,
      maySignUp: admitsAddress(signUp, user.email),
      rules,
      quotas: quotas?.items ?? [],
    };
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};

export const actions: Actions = {
  rename: createSettingsAction('rename', async ({ caller, text }) => {
    await caller.organization.rename({ name: text('name') });
    return undefined;
  }),
  requireSecondFactor: createSettingsAction('requireSecondFactor', async ({ caller, form }) => {
    await caller.organization.changeMembershipRules({ requireSecondFactor: form.has('required') });
    return undefined;
  }),
  seeOwnOnly: createSettingsAction('seeOwnOnly', async ({ caller, form }) => {
    await caller.organization.changeMembershipRules({ seeOwnOnly: form.has('ownOnly') });
    return undefined;
  }),
  domains: createSettingsAction('domains', async ({ caller, text }) => {
    const domains = text('domains')
      .split(/[\s,;]+/)
      .filter(Boolean);
    await caller.organization.changeMembershipRules({ domains });
    return undefined;
  }),
  create: createSettingsAction('create', async ({ caller, text }) => {
    await caller.organization.create({ name: text('name') });
    return undefined;
  }),
  switch: createFormAction(async ({ caller, text }) => {
    await caller.account.switchOrganization({ organizationId: text('id') });
    redirect(303, '/envelopes');
  }),
  leave: createSettingsAction('leave', async ({ caller }) => {
    await caller.organization.leave({});
    redirect(303, '/login');
  }),
};
