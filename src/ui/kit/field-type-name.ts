import type { FieldType } from '#domain/field/catalogue.ts';
import { m } from '#i18n/compiled/messages.js';

/** Returns the name of a field type. */
export function getFieldTypeName(type: FieldType): string {
  return m[`common_field_${type}`]();
}
