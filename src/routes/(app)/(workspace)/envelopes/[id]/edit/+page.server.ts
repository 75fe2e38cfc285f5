import { redirect } from '@sveltejs/kit';
import { isDraft } from '#ui/envelopes/status-words.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, params }) => {
  const { user } = await parent();
  // The mark is taken first, so that the page hears of every change from here on.
  const { mark } = await locals.caller.live.mark({});
  const [graph, { defaults, methods, canEmbed }] = await Promise.all([
    locals.caller.envelope.get({ id: params.id }),
    locals.caller.organization.composing({}),
  ]).catch(throwPageRefusal);
  if (!isDraft(graph.envelope.status)) redirect(303, `/envelopes/${params.id}`);
  const previous =
    graph.previousVersion === null
      ? null
      : await locals.caller.envelope.get({ id: graph.previousVersion }).catch(throwPageRefusal);
  const replaced =
    previous === null
      ? null
      : {
          number: previous.versionNumber,
          signed: previous.participants.filter(({ status }) => status === 'signed').map(({ name }) => name),
        };
  return {
    replaced,
    sitting: { graph, user: { id: user.id, email: user.email }, mark, defaults, methods, canEmbed },
  };
};
