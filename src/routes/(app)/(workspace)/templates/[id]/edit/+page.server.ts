import { redirect } from '@sveltejs/kit';
import { may } from '#domain/organization/role.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, params }) => {
  const { user, role } = await parent();
  if (!may(role, 'send')) redirect(303, `/templates/${params.id}`);
  const { mark } = await locals.caller.live.mark({});
  const [graph, { defaults, methods, canEmbed }] = await Promise.all([
    locals.caller.template.get({ id: params.id }),
    locals.caller.organization.composing({}),
  ]).catch(throwPageRefusal);
  return { graph, sitting: { user: { id: user.id, email: user.email }, mark, defaults, methods, canEmbed } };
};
