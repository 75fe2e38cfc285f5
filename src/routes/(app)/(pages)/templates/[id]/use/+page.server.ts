import { redirect } from '@sveltejs/kit';
import { createFormAction } from '#ui/kit/form-action.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import { groupIssuesByUseInput, readUseForm } from '#ui/templates/use-form.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, params }) => {
  await parent();
  try {
    const [graph, { methods }] = await Promise.all([
      locals.caller.template.get({ id: params.id }),
      locals.caller.organization.composing({}),
    ]);
    return { graph, methods };
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};

export const actions: Actions = {
  default: createFormAction(
    async ({ caller, param, form, text }) => {
      const id = param('id');
      const autoSend = text('intent') === 'send';
      const graph = await caller.template.get({ id });
      const body = readUseForm(form, graph);
      const { envelope } = await caller.template.createEnvelope({ id, ...body, autoSend });
      redirect(303, autoSend ? `/envelopes/${envelope.id}` : `/envelopes/${envelope.id}/edit`);
    },
    { issuesOf: groupIssuesByUseInput },
  ),
};
