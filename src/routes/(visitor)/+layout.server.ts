import { redirect } from '@sveltejs/kit';
import { visitorQuery } from '#ui/account/enter.ts';
import { nextPath } from '#ui/account/next-path.ts';
import type { LayoutServerLoad } from './$types';

/** Pages that emailed links open, signed in or not. */
const LINKED = /^\/(?:reset|verify|invitation|signup\/confirm)$/;

export const load: LayoutServerLoad = ({ locals, url }) => {
  if (locals.session !== null && !LINKED.test(url.pathname))
    redirect(303, nextPath(url.searchParams.get('next')));
  return { query: visitorQuery(url), signup: locals.app.signup === 'open' };
};
