import { redirect } from '@sveltejs/kit';
import { textOf } from '#ui/account/audit.ts';
import { formFailure } from '#ui/kit/form-problem.ts';
import { pageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, params }) => {
  await parent();
  const { id } = params;
  try {
    const [graph, events] = await Promise.all([
      locals.caller.envelope.get({ id }),
      locals.caller.envelope.events({ id }),
    ]);
    return { graph, events: events.items };
  } catch (thrown) {
    return pageRefusal(thrown);
  }
};

export const actions: Actions = {
  void: async ({ locals, params, request }) => {
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
