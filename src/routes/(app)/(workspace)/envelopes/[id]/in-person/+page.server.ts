import { redirect } from '@sveltejs/kit';
import { may } from '#domain/organization/role.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import { findInPersonTurn } from '#ui/envelopes/envelope/in-person-turn.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ locals, params, parent, url }) => {
  const { role } = await parent();
  const { id } = params;
  const graph = await locals.caller.envelope.get({ id }).catch(throwPageRefusal);
  const turn = findInPersonTurn(graph, url.searchParams.get('to'));
  if (turn === null || !may(role, 'send')) redirect(303, `/envelopes/${id}`);
  return { graph, turn };
};
