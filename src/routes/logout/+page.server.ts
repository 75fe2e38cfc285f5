import { redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';

/** Opening the address changes nothing: logging out is a deliberate POST. */
export const load: PageServerLoad = () => {
  redirect(303, '/');
};

export const actions: Actions = {
  default: async ({ cookies, locals }) => {
    const { sessions } = locals.app;
    const token = cookies.get(sessions.cookieName);
    if (token !== undefined) await sessions.logout(token);
    cookies.delete(sessions.cookieName, { path: '/' });
    redirect(303, '/login');
  },
};
