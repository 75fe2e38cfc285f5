import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ locals }) => ({
  frameOrigin: locals.frameOrigin,
  keepsMail: (await locals.caller.instance.get({})).keepsMail,
});
