import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = async ({ parent, locals }) => {
  await parent();
  return { keepsMail: (await locals.caller.outbox.list({})).enabled };
};
