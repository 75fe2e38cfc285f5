import { toApiNames } from '../api-names.ts';
import type { EnvelopeField } from '../envelope/graph.ts';
import type { Facts } from '../envelope/facts.ts';
import { isAnnotation } from '../field/answer.ts';
import { FIELD_CATALOGUE } from '../field/catalogue.ts';
import { pickDetails } from '../field/details.ts';
import type { Template, TemplateField, TemplateRole } from './template.ts';

type Making = {
  readonly roleOf: (field: EnvelopeField) => TemplateRole | undefined;
  /** Fields to lock in addition to those that are already locked. */
  readonly locked: ReadonlySet<string>;
  /** Prefill keys to keep, by field key. */
  readonly kept: ReadonlyMap<string, string>;
};

/** Builds the fields of a template. Leaves out fields that should belong to a role and don't. */
export function buildTemplateFields(
  { id, organizationId }: Template,
  sources: readonly EnvelopeField[],
  { roleOf, locked, kept }: Making,
  facts: Facts,
): TemplateField[] {
  const prefilled = sources.filter(
    ({ type, formula }) => FIELD_CATALOGUE[type].takesPrefill && formula === null,
  );
  const open = prefilled.filter(({ key }) => !kept.has(key));
  const given = prefilled.flatMap(({ key }) => kept.get(key) ?? []);
  const names = toApiNames(
    open.map(({ label, type }) => ({ name: label ?? '', fallback: type })),
    given,
  );
  const keys = new Map([
    ...prefilled.map(({ id, key }) => [id, kept.get(key)] as const),
    ...open.map((field, index) => [field.id, names[index]] as const),
  ]);
  return sources.flatMap((field) => {
    const role = isAnnotation(field) ? null : roleOf(field);
    if (role === undefined) return [];
    const {
      key,
      type,
      page,
      x,
      y,
      width,
      height,
      label,
      required,
      options,
      prefillValue,
      autoSource,
      group,
    } = field;
    return {
      id: facts.newId('templateField'),
      templateId: id,
      organizationId,
      roleId: role?.id ?? null,
      ...{ key, type, page, x, y, width, height, label, required, options, prefillValue, autoSource, group },
      ...pickDetails(field),
      prefillKey: keys.get(field.id) ?? null,
      locked: !isAnnotation(field) && (field.locked || locked.has(field.id)),
    };
  });
}
