import { redirect } from '@sveltejs/kit';
import { continueTo } from '#ui/account/after-sign-in.ts';
import { createFormAction } from '#ui/kit/form-action.ts';
import { toWireError } from '#wire/error.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ locals, url }) => {
  const token = url.searchParams.get('token') ?? '';
  const { invitation } = await locals.caller.auth.readInvitation({ token });
  return { token, invitation, loggedInAs: locals.session?.user.email ?? null };
};

export const actions: Actions = {
  accept: createFormAction(async ({ caller, text }) => {
    await caller.auth.acceptInvitation({ token: text('token') });
    redirect(303, '/envelopes');
  }),
  join: createFormAction(async ({ caller, text, url }) => {
    const token = text('token');
    const account = { token, name: text('name').trim(), password: text('password') };
    await caller.auth.joinByInvitation(account).catch((thrown: unknown) => {
      // The invited address already has an account, so its owner accepts by signing in.
      if (toWireError(thrown)?.code === 'invalid_state')
        redirect(303, `/login?invitation=${encodeURIComponent(token)}`);
      throw thrown;
    });
    continueTo(url);
  }),
};
