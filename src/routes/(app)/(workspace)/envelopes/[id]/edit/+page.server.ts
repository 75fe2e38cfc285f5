import { redirect } from '@sveltejs/kit';
import { toWireError } from '#wire/error.ts';
import { isDraft } from '#ui/envelopes/status-words.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, params }) => {
  const { user } = await parent();
  // The mark is taken first, so that the page hears of every change from here on.
  const { mark } = await locals.caller.live.mark({});
  const [graph, { defaults, methods, canEmbed }, { keepsMail }] = await Promise.all([
    locals.caller.envelope.get({ id: params.id }),
    locals.caller.organization.composing({}),
    locals.caller.instance.get({}),
  ]).catch(throwPageRefusal);
  if (!isDraft(graph.envelope.status)) redirect(303, `/envelopes/${params.id}`);
  const { previousVersion } = graph;
  const replaced = previousVersion === null ? null : await readReplaced(locals.caller, previousVersion);
  return {
    replaced,
    keepsMail,
    sitting: { graph, user: { id: user.id, email: user.email }, mark, defaults, methods, canEmbed },
  };
};

/** Returns what sending a new version ends; null if that is gone or not for this person to see. */
async function readReplaced(caller: App.Locals['caller'], id: string) {
  try {
    const { versionNumber, participants } = await caller.envelope.get({ id });
    const signed = participants.filter(({ status }) => status === 'signed');
    return { number: versionNumber, signed: signed.map(({ name, email }) => ({ name, email })) };
  } catch (thrown) {
    if (toWireError(thrown)?.code === 'not_found') return null;
    return throwPageRefusal(thrown);
  }
}
