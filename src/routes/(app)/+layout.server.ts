import { redirect } from '@sveltejs/kit';
import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = async ({ locals, url }) => {
  if (locals.session === null) redirect(303, `/login?next=${encodeURIComponent(url.pathname + url.search)}`);
  const { user, organization, role } = locals.session;
  return { user, organization, role };
};
