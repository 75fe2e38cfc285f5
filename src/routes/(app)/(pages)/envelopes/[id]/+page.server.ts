import { redirect } from '@sveltejs/kit';
import { formAction } from '#ui/kit/form-action.ts';
import { pageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, params, depends }) => {
  const { role } = await parent();
  const { id } = params;
  depends('envelope:this');
  // Taken before anything is read, so that the page hears of every later change.
  const { mark } = await locals.caller.live.mark({});
  try {
    const [graph, events, labels] = await Promise.all([
      locals.caller.envelope.get({ id }),
      locals.caller.envelope.events({ id }),
      locals.caller.label.of({ id }),
    ]);
    const contract =
      graph.envelope.status === 'completed' ? await locals.caller.envelope.extract({ id }) : null;
    return { graph, events: events.items, labels: labels.items, contract, mark, role };
  } catch (thrown) {
    return pageRefusal(thrown);
  }
};

export const actions: Actions = {
  /** For browsers without scripts. Others void from a dialog. */
  void: formAction(async ({ caller, param, text }) => {
    const id = param('id');
    const reason = text('reason').trim();
    const expectedVersion = Number(text('expectedVersion'));
    await caller.envelope.void({ id, expectedVersion, ...(reason === '' ? {} : { reason }) });
    redirect(303, `/envelopes/${id}`);
  }),
  delete: formAction(async ({ caller, param }) => {
    await caller.envelope.delete({ id: param('id') });
    redirect(303, '/envelopes');
  }),
};
