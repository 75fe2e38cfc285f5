import { redirect } from '@sveltejs/kit';
import { isAnnotation } from '#domain/field/answer.ts';
import { createFormAction } from '#ui/kit/form-action.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import { buildRoleDrafts, listFieldsWithoutRole, readRoles } from '#ui/templates/role-form.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, params }) => {
  await parent();
  try {
    const graph = await locals.caller.envelope.get({ id: params.id });
    const locked = graph.fields.filter(
      (field) => !isAnnotation(field) && field.prefillValue !== null && field.prefillValue !== '',
    );
    const unassigned = listFieldsWithoutRole(graph).map(({ type, page }) => ({ type, page }));
    return { envelope: graph.envelope, roles: buildRoleDrafts(graph), unassigned, prefilled: locked };
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};

export const actions: Actions = {
  default: createFormAction(async ({ caller, param, form, text }) => {
    const id = param('id');
    const graph = await caller.envelope.get({ id });
    const pattern = text('namePattern');
    const { template } = await caller.template.create({
      sourceEnvelopeId: id,
      name: text('name'),
      namePattern: pattern === '' ? null : pattern,
      roles: readRoles(form, buildRoleDrafts(graph)),
      fillVariables: true,
      lockedFieldIds: form.getAll('locked').map(String),
    });
    redirect(303, `/templates/${template.id}`);
  }),
};
