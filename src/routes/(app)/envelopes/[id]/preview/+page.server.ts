import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, params }) => {
  await parent();
  const [{ envelope }, { branding }] = await Promise.all([
    locals.caller.envelope.get({ id: params.id }),
    locals.caller.organization.composing({}),
  ]).catch(throwPageRefusal);
  return { envelope, branding };
};
