import { sql } from 'drizzle-orm';
import { boolean, check, doublePrecision, integer, jsonb, text } from 'drizzle-orm/pg-core';
import {
  ALIGNMENTS,
  type FieldAnchor,
  type FieldCondition,
  type FieldValidation,
} from '#domain/field/details.ts';
import type { FieldFormat } from '#domain/field/formats.ts';
import { LIMITS } from '#domain/limits.ts';

/** Columns that fields of envelopes and templates share. */
export const fieldDetails = () => ({
  key: text('key').notNull(),
  format: jsonb('format').$type<FieldFormat>(),
  validation: jsonb('validation').$type<FieldValidation>(),
  placeholder: text('placeholder'),
  hint: text('hint'),
  defaultValue: text('default_value'),
  multiline: boolean('multiline').notNull(),
  align: text('align', { enum: ALIGNMENTS }),
  fontSize: doublePrecision('font_size'),
  comb: integer('comb'),
  private: boolean('private').notNull(),
  condition: jsonb('condition').$type<FieldCondition>(),
  formula: text('formula'),
  anchor: jsonb('anchor').$type<FieldAnchor>(),
});

/** Builds the checks that apply to these columns in either table. */
export function buildFieldDetailChecks(table: string) {
  const { fieldKeyMaxChars, fontSizeMinPoints, fontSizeMaxPoints, combCellsMax, formulaMaxChars } = LIMITS;
  const rules = {
    key: `char_length("key") between 1 and ${fieldKeyMaxChars}`,
    align: `align in (${ALIGNMENTS.map((side) => `'${side}'`).join(', ')})`,
    font_size: `font_size between ${fontSizeMinPoints} and ${fontSizeMaxPoints}`,
    comb: `comb between 1 and ${combCellsMax} and not multiline`,
    format: `format ->> 'pattern' is not null`,
    validation: `jsonb_typeof(validation) = 'object'`,
    formula: `char_length(formula) between 1 and ${formulaMaxChars}`,
    condition: `(jsonb_typeof(condition -> 'all') = 'array') is distinct from (jsonb_typeof(condition -> 'any') = 'array')`,
    anchor: `anchor ->> 'text' is not null`,
  };
  return Object.entries(rules).map(([column, rule]) =>
    check(`${table}_${column}`, sql.raw(column === 'key' ? rule : `${column} is null or ${rule}`)),
  );
}
