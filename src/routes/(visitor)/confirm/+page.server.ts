import { createFormAction } from '#ui/kit/form-action.ts';
import type { Actions, PageServerLoad } from './$types';

/** Opening the link changes nothing, because mail scanners open links too. */
export const load: PageServerLoad = ({ locals, url }) => ({
  loggedIn: locals.session !== null,
  isChange: url.searchParams.has('change'),
});

export const actions: Actions = {
  default: createFormAction(async ({ caller, text, url }) => {
    const password = text('password');
    const given = password === '' ? {} : { password };
    const change = url.searchParams.get('change');
    if (change !== null)
      return { changed: await caller.account.confirmEmailChange({ token: change, ...given }) };
    const token = url.searchParams.get('token') ?? '';
    return { verified: (await caller.auth.confirmEmail({ token, ...given })).email };
  }),
};
