import { redirect } from '@sveltejs/kit';
import { continueTo } from '#ui/account/after-sign-in.ts';
import { createFormAction } from '#ui/kit/form-action.ts';
import { forgetLinkToken, nameLink, readLinkToken, readShownToken } from '#ui/kit/link-token.ts';
import { toWireError } from '#wire/error.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
  const { session, caller } = event.locals;
  const token = readLinkToken(event, 'invitation');
  const { invitation } = await caller.auth.readInvitation({ token });
  return { invitation, loggedInAs: session?.user.email ?? null, link: nameLink(token) };
};

export const actions: Actions = {
  accept: createFormAction(async (submitted) => {
    await submitted.caller.auth.acceptInvitation({ token: readShownToken(submitted, 'invitation') });
    forgetLinkToken(submitted, 'invitation');
    redirect(303, '/envelopes');
  }),
  join: createFormAction(async (submitted) => {
    const { caller, text, url } = submitted;
    const token = readShownToken(submitted, 'invitation');
    const account = { token, name: text('name').trim(), password: text('password') };
    await caller.auth.joinByInvitation(account).catch((thrown: unknown) => {
      // The invited address already has an account, so its owner accepts by signing in.
      if (toWireError(thrown)?.code === 'invalid_state')
        redirect(303, `/login?invitation=${nameLink(token)}`);
      throw thrown;
    });
    forgetLinkToken(submitted, 'invitation');
    continueTo(url);
  }),
};
