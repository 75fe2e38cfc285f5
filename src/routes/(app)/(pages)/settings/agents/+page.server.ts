import { formAction } from '#ui/kit/form-action.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals }) => {
  await parent();
  const [agents, instance] = await Promise.all([
    locals.caller.agent.list({}),
    locals.caller.instance.get({}),
  ]);
  return { agents: agents.items, endpoint: instance.agentEndpoint };
};

export const actions: Actions = {
  end: formAction(async ({ caller, text }) => {
    await caller.agent.end({ id: text('id') });
    return { ended: text('id') };
  }),
};
