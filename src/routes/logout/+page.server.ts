import { redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';

/** Opening the address changes nothing, because signing out is a deliberate POST. */
export const load: PageServerLoad = () => {
  redirect(303, '/');
};

export const actions: Actions = {
  default: async ({ locals }) => {
    await locals.caller.auth.signOut({});
    redirect(303, '/login');
  },
};
