import { error, redirect, type RequestEvent } from '@sveltejs/kit';
import {
  EMAILED_LINKS,
  isEmailedLink,
  parseEmailedToken,
  type EmailedLink,
} from '#domain/account/emailed-link.ts';
import { m } from '#i18n/compiled/messages.js';
import { createFormAction } from '#ui/kit/form-action.ts';
import { keepLinkToken } from '#ui/kit/link-token.ts';
import type { Actions, PageServerLoad } from './$types';

function requireKind({ link = '' }: RequestEvent['params']): EmailedLink {
  if (!isEmailedLink(link)) error(404);
  return link;
}

/** The token is in the fragment, which only the page sees. */
export const load: PageServerLoad = ({ params }) => {
  requireKind(params);
};

export const actions: Actions = {
  default: createFormAction((submitted) => {
    const kind = requireKind({ link: submitted.param('link') });
    const token = parseEmailedToken(submitted.text('token'));
    if (token === null) return Promise.resolve({ incomplete: m.account_open_incomplete() });
    keepLinkToken(submitted, kind, token);
    redirect(303, EMAILED_LINKS[kind]);
  }),
};
