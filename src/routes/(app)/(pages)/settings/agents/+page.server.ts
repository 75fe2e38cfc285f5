import { textOf } from '#ui/account/audit.ts';
import { formFailure } from '#ui/kit/form-problem.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals }) => {
  await parent();
  return {
    agents: (await locals.caller.agent.list({})).items,
    endpoint: locals.app.agents.endpoint,
  };
};

export const actions: Actions = {
  end: async ({ locals, request }) => {
    const form = await request.formData();
    try {
      await locals.caller.agent.end({ id: textOf(form, 'id') });
      return { ended: textOf(form, 'id') };
    } catch (thrown) {
      return formFailure(thrown, form);
    }
  },
};
