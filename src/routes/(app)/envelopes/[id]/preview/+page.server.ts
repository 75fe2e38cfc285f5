import { pageRefusal } from '#ui/kit/page-refusal.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, params }) => {
  const { organization } = await parent();
  const { envelope } = await locals.caller.envelope.get({ id: params.id }).catch(pageRefusal);
  const branding = {
    displayName: organization.name,
    logoUrl: null,
    accentColor: null,
    logoWidth: null,
    logoHeight: null,
  };
  return { envelope, branding };
};
