import { redirect } from '@sveltejs/kit';
import { isDraft } from '#ui/envelopes/status-words.ts';
import { pageRefusal } from '#ui/kit/page-refusal.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, params }) => {
  await parent();
  const graph = await locals.caller.envelope.get({ id: params.id }).catch(pageRefusal);
  if (!isDraft(graph.envelope.status)) redirect(303, `/envelopes/${params.id}`);
  return { graph };
};
