import { fail, redirect } from '@sveltejs/kit';
import { textOf } from '#ui/account/audit.ts';
import { settingsAction } from '#ui/account/settings-action.ts';
import { formFailure } from '#ui/kit/form-problem.ts';
import { pageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals }) => {
  await parent();
  try {
    const { items } = await locals.caller.organization.list({});
    return { organizations: items, maySignUp: locals.app.signup === 'open' };
  } catch (thrown) {
    return pageRefusal(thrown);
  }
};

export const actions: Actions = {
  rename: settingsAction('rename', async ({ organization }, form) => {
    await organization.rename({ name: textOf(form, 'name') });
    return undefined;
  }),
  create: settingsAction('create', async ({ organization }, form) => {
    await organization.create({ name: textOf(form, 'name') });
    return undefined;
  }),
  switch: async ({ locals, request }) => {
    const form = await request.formData();
    try {
      await locals.caller.account.switchOrganization({ organizationId: textOf(form, 'id') });
    } catch (thrown) {
      return formFailure(thrown, form);
    }
    redirect(303, '/envelopes');
  },
  leave: async ({ locals, request, cookies }) => {
    const form = await request.formData();
    try {
      await locals.caller.organization.leave({});
    } catch (thrown) {
      const { status, data } = formFailure(thrown, form);
      return fail(status, { at: 'leave', ...data });
    }
    cookies.delete(locals.app.sessions.cookieName, { path: '/' });
    redirect(303, '/login');
  },
};
