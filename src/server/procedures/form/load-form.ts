import { createRefusal } from '#domain/errors.ts';
import { getFormState, type FormState } from '#domain/template/form.ts';
import type { Services } from '#server/runtime/services.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readForm, type Form } from '#server/db/templates/forms.ts';

/** Returns a form by its public identifier; refuses with `not_found`. */
export async function loadForm({ db }: Pick<Services, 'db'>, formId: string): Promise<Form> {
  const form = await transaction(db, { formId }, (tx) => readForm(tx, formId));
  if (form === null) throw createRefusal('not_found');
  return form;
}

/** Returns the form's present state, which says whether it can be used. */
export function getCurrentFormState({ clock }: Pick<Services, 'clock'>, form: Form): FormState {
  return getFormState({ ...form, expiresAt: form.expiresAt?.toISOString() ?? null }, clock().toISOString());
}
