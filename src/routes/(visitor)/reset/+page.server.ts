import { redirect } from '@sveltejs/kit';
import { createFormAction } from '#ui/kit/form-action.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ locals, url }) => {
  const token = url.searchParams.get('token') ?? '';
  return { holds: (await locals.caller.auth.checkResetLink({ token })).valid };
};

export const actions: Actions = {
  default: createFormAction(async ({ caller, text, url }) => {
    const token = url.searchParams.get('token') ?? '';
    await caller.auth.resetPassword({ token, password: text('password') });
    redirect(303, '/login?reset');
  }),
};
