import { isAnnotation } from '#domain/field/answer.ts';
import { deriveFieldKeys } from '#domain/field/key.ts';
import { checkRules, type RuleProblem } from '#domain/field/rules/check-rules.ts';
import type { Draft, DraftField } from '#ui/editor/draft/draft.ts';
import { getSigningGroups } from '#ui/editor/participants/order.ts';

/** Returns the keys that a draft's fields have in the API, in the order of the fields. */
export function listFieldKeys({ fields }: Pick<Draft, 'fields'>): readonly string[] {
  return deriveFieldKeys(
    fields.map(({ fieldKey, label, type }) => ({ key: fieldKey, label: label.trim(), type })),
  );
}

/** Returns what is wrong with the draft's conditions and formulas, by the server's own check. */
export function findDraftRuleProblems(
  draft: Draft,
): readonly (RuleProblem & { readonly field: DraftField })[] {
  // Most drafts have no rules, and keys take a moment with thousands of fields.
  if (draft.fields.every(({ condition, formula }) => condition === null && formula === null)) return [];
  const keys = listFieldKeys(draft);
  const groups = getSigningGroups(draft.participants);
  const fillers = new Map(
    draft.participants.map(({ key }, index) => [key, { id: key, orderIndex: groups[index] ?? index }]),
  );
  const checked = draft.fields.map((field, index) => ({
    ...field,
    key: keys[index] ?? '',
    filler: fillers.get(field.participantKey) ?? null,
  }));
  return checkRules(checked).flatMap((problem) => {
    const field = draft.fields[problem.index];
    return field === undefined ? [] : [{ ...problem, field }];
  });
}

/** A field that rules can read, with its key in the API. */
export type ReadableField = { readonly field: DraftField; readonly apiKey: string };

/**
 * Returns the fields that a field's rules can read: other ones that are filled in before or by the same
 * person.
 */
export function listReadableFields(draft: Draft, reader: DraftField): readonly ReadableField[] {
  const groups = getSigningGroups(draft.participants);
  const places = new Map(draft.participants.map(({ key }, index) => [key, groups[index] ?? index]));
  const place = places.get(reader.participantKey);
  const keys = listFieldKeys(draft);
  return draft.fields.flatMap((field, index) => {
    if (field.key === reader.key || isAnnotation(field)) return [];
    const isOwn = field.participantKey === reader.participantKey;
    const isEarlier = (places.get(field.participantKey) ?? Infinity) < (place ?? -1);
    return isOwn || (isEarlier && !field.private) ? [{ field, apiKey: keys[index] ?? '' }] : [];
  });
}

/** Returns the draft with a field's key kept as it is, whatever becomes of its label: rules refer to it. */
export function withKeyKept(draft: Draft, { field, apiKey }: ReadableField): Draft {
  if (field.fieldKey !== '') return draft;
  const fields = draft.fields.map((one) => (one.key === field.key ? { ...one, fieldKey: apiKey } : one));
  return { ...draft, fields };
}
