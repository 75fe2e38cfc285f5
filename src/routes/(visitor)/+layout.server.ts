import { redirect } from '@sveltejs/kit';
import { nextPath } from '#ui/account/next-path.ts';
import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = ({ locals, url }) => {
  const next = url.searchParams.get('next');
  if (locals.session !== null) redirect(303, nextPath(next));
  return { query: next === null ? '' : `?next=${encodeURIComponent(nextPath(next))}` };
};
