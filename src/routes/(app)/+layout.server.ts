import { redirect } from '@sveltejs/kit';
import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = async ({ locals, url }) => {
  // The surface table sends visitors to sign in. A form that was posted without scripts gets here, once it was refused.
  if (locals.session === null) redirect(303, `/login?next=${encodeURIComponent(url.pathname + url.search)}`);
  const { user, organization, role } = locals.session;
  return { user, organization, role };
};
