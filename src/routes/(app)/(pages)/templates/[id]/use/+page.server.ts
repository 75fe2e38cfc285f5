import { fail, redirect } from '@sveltejs/kit';
import { ERRORS } from '#domain/errors.ts';
import { m } from '#i18n/compiled/messages.js';
import { pageRefusal } from '#ui/kit/page-refusal.ts';
import { issuesByUseInput, readUseForm } from '#ui/templates/use-form.ts';
import { refusalOf } from '#wire/error.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, params }) => {
  await parent();
  try {
    return { graph: await locals.caller.template.get({ id: params.id }) };
  } catch (thrown) {
    return pageRefusal(thrown);
  }
};

export const actions: Actions = {
  default: async ({ locals, params, request }) => {
    const form = await request.formData();
    const autoSend = form.get('intent') === 'send';
    let made: { readonly id: string };
    try {
      const graph = await locals.caller.template.get({ id: params.id });
      const body = readUseForm(form, graph);
      const answer = await locals.caller.template.createEnvelope({ id: params.id, ...body, autoSend });
      made = answer.envelope;
    } catch (thrown) {
      const refused = refusalOf(thrown);
      if (refused === null) throw thrown;
      const issues = issuesByUseInput(refused.details?.['issues']);
      const problem = Object.keys(issues).length > 0 ? m.templates_check_marked() : refused.message;
      const values = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string')) as Record<
        string,
        string
      >;
      return fail(ERRORS[refused.code].status, { problem, issues, values });
    }
    redirect(303, autoSend ? `/envelopes/${made.id}` : `/envelopes/${made.id}/edit`);
  },
};
