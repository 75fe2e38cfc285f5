import { formAction } from '#ui/kit/form-action.ts';
import type { Actions, PageServerLoad } from './$types';

/** Opening the link changes nothing: mail scanners open links too. */
export const load: PageServerLoad = ({ locals }) => ({ loggedIn: locals.session !== null });

export const actions: Actions = {
  default: formAction(async ({ caller, text, url }) => {
    const token = url.searchParams.get('token') ?? '';
    const password = text('password');
    const proof = { token, ...(password === '' ? {} : { password }) };
    return { verified: (await caller.auth.confirmEmail(proof)).email };
  }),
};
