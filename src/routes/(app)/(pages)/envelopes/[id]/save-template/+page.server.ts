import { redirect } from '@sveltejs/kit';
import { textOf } from '#ui/account/audit.ts';
import { formFailure } from '#ui/kit/form-problem.ts';
import { pageRefusal } from '#ui/kit/page-refusal.ts';
import { readRoles, rolesOf } from '#ui/templates/role-form.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, params }) => {
  await parent();
  try {
    const graph = await locals.caller.envelope.get({ id: params.id });
    const locked = graph.fields.filter(({ prefillValue }) => prefillValue !== null && prefillValue !== '');
    return { envelope: graph.envelope, roles: rolesOf(graph), prefilled: locked };
  } catch (thrown) {
    return pageRefusal(thrown);
  }
};

export const actions: Actions = {
  default: async ({ locals, params, request }) => {
    const form = await request.formData();
    const pattern = textOf(form, 'namePattern');
    let saved: { readonly id: string };
    try {
      const graph = await locals.caller.envelope.get({ id: params.id });
      const answer = await locals.caller.template.create({
        sourceEnvelopeId: params.id,
        name: textOf(form, 'name'),
        namePattern: pattern === '' ? null : pattern,
        roles: readRoles(form, rolesOf(graph)),
        lockedFieldIds: form.getAll('locked').map(String),
      });
      saved = answer.template;
    } catch (thrown) {
      return formFailure(thrown, form);
    }
    redirect(303, `/templates/${saved.id}`);
  },
};
