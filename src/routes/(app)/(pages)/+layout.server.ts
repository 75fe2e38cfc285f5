import { may } from '#domain/organization/role.ts';
import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = async ({ parent, locals }) => {
  const { role } = await parent();
  const { keepsMail } = await locals.caller.instance.get({});
  // Kept emails contain signing links, so only administrators may read them.
  return { keepsMail: keepsMail && may(role, 'administer') };
};
