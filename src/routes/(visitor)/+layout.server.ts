import { redirect } from '@sveltejs/kit';
import { buildVisitorQuery } from '#ui/account/after-sign-in.ts';
import { getNextPath } from '#ui/account/next-path.ts';
import type { LayoutServerLoad } from './$types';

/** Pages that emailed links open, whether the person is signed in or not. */
const LINKED = /^\/(?:reset|confirm|digest|invitation|signup\/confirm|open\/\w+)$/;

export const load: LayoutServerLoad = async ({ locals, url }) => {
  if (locals.session !== null && !LINKED.test(url.pathname))
    redirect(303, getNextPath(url.searchParams.get('next')));
  const isLocked = locals.session === null && (await locals.caller.deviceLock.check({})) !== null;
  if (isLocked && !LINKED.test(url.pathname)) redirect(303, `/unlock${buildVisitorQuery(url)}`);
  const { signUp } = await locals.caller.instance.get({});
  // Nobody can sign in yet.
  if (signUp.kind === 'code' && url.pathname === '/login') redirect(303, `/signup${buildVisitorQuery(url)}`);
  return { query: buildVisitorQuery(url), signUp };
};
