import { redirect } from '@sveltejs/kit';
import { textOf } from '#ui/account/audit.ts';
import { formFailure } from '#ui/kit/form-problem.ts';
import { pageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, params, depends }) => {
  const { organization, role } = await parent();
  const { id } = params;
  depends('envelope:this');
  // Taken before anything is read, so that the page hears of every later change.
  const mark = locals.app.liveMark(organization.id);
  try {
    const [graph, events] = await Promise.all([
      locals.caller.envelope.get({ id }),
      locals.caller.envelope.events({ id }),
    ]);
    const contract =
      graph.envelope.status === 'completed' ? await locals.caller.envelope.extract({ id }) : null;
    return { graph, events: events.items, contract, mark, role };
  } catch (thrown) {
    return pageRefusal(thrown);
  }
};

export const actions: Actions = {
  /** For browsers without scripts. Others void from a dialog. */
  void: async ({ locals, params, request }) => {
    if (locals.session === null)
      redirect(303, `/login?next=${encodeURIComponent(`/envelopes/${params.id}`)}`);
    const form = await request.formData();
    const reason = textOf(form, 'reason').trim();
    try {
      const expectedVersion = Number(textOf(form, 'expectedVersion'));
      await locals.caller.envelope.void({
        id: params.id,
        expectedVersion,
        ...(reason === '' ? {} : { reason }),
      });
    } catch (thrown) {
      return formFailure(thrown, form);
    }
    redirect(303, `/envelopes/${params.id}`);
  },
};
