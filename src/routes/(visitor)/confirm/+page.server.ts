import { createFormAction } from '#ui/kit/form-action.ts';
import { forgetLinkToken, nameLink, readLinkToken, readShownToken } from '#ui/kit/link-token.ts';
import type { Actions, PageServerLoad } from './$types';

const isChange = (url: URL) => url.searchParams.has('change');

/** Opening the link changes nothing, because mail scanners open links too. */
export const load: PageServerLoad = (event) => {
  const change = isChange(event.url);
  const token = change ? readLinkToken(event, 'change', 'change') : readLinkToken(event, 'confirm');
  return { loggedIn: event.locals.session !== null, isChange: change, link: nameLink(token) };
};

export const actions: Actions = {
  default: createFormAction(async (submitted) => {
    const { caller, text, url } = submitted;
    const password = text('password');
    const given = password === '' ? {} : { password };
    const kind = isChange(url) ? 'change' : 'confirm';
    const token = readShownToken(submitted, kind);
    const answer =
      kind === 'change'
        ? { changed: await caller.account.confirmEmailChange({ token, ...given }) }
        : { verified: (await caller.auth.confirmEmail({ token, ...given })).email };
    forgetLinkToken(submitted, kind);
    return answer;
  }),
};
