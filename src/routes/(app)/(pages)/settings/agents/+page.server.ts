import { may } from '#domain/organization/role.ts';
import { createSettingsAction } from '#ui/account/settings-action.ts';
import { createFormAction } from '#ui/kit/form-action.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals }) => {
  const { role } = await parent();
  const [agents, instance, rules] = await Promise.all([
    locals.caller.agent.list({}),
    locals.caller.instance.get({}),
    may(role, 'administer') ? locals.caller.agent.rules({}) : null,
  ]);
  return { agents: agents.items, endpoint: instance.agentEndpoint, rules };
};

export const actions: Actions = {
  changeRules: createSettingsAction('changeRules', async ({ caller, form }) => {
    await caller.agent.changeRules({ askFirst: form.has('askFirst') });
    return undefined;
  }),
  end: createFormAction(async ({ caller, text }) => {
    await caller.agent.end({ id: text('id') });
    return { ended: text('id') };
  }),
};
