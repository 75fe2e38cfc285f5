import { may } from '#domain/organization/role.ts';
import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = async ({ parent, locals }) => {
  const { role } = await parent();
  // Kept emails contain signing links, so only administrators may read them.
  return { keepsMail: locals.app.keepsMail && may(role, 'administer') };
};
