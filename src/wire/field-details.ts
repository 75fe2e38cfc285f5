import { z } from 'zod';
import { ALIGNMENTS, ANCHOR_PLACES } from '#domain/field/details.ts';
import { FORMAT_PATTERNS } from '#domain/field/formats.ts';
import { FIELD_KEY } from '#domain/field/key.ts';
import { LIMITS } from '#domain/limits.ts';
import { toPrintable } from '#domain/text.ts';
import { isPattern } from './pattern.ts';
import { createLineSchema, createLinesSchema, createRequiredLineSchema } from './text.ts';

const key = z
  .string()
  .overwrite(toPrintable)
  .refine(
    (text) => FIELD_KEY.test(text),
    `must have 1 to ${LIMITS.fieldKeyMaxChars} letters, digits or underscores`,
  )
  .meta({ examples: ['invoice_total'] });

/**
 * Returns the name of a pattern as an enum value. Code generators would name it after its letters and digits,
 * which several patterns share.
 */
function nameEnumValue(pattern: string): string {
  return pattern.replace(/[^\w]/g, (mark) => MARK_NAMES[mark] ?? '_').replace(/^\d/, 'number_$&');
}
const MARK_NAMES: Readonly<Record<string, string>> = {
  '.': '_dot_',
  ',': '_comma_',
  '-': '_dash_',
  '/': '_slash_',
  ' ': '_space_',
  "'": '_apostrophe_',
};

const pattern = z
  .enum(FORMAT_PATTERNS)
  .describe(
    "How a date is written, or a number, shown by 1234.56. locale: as usual in the participant's language.",
  )
  .meta({
    id: 'FieldPattern',
    examples: ['1,234.56'],
    'x-enum-varnames': FORMAT_PATTERNS.map(nameEnumValue),
  });
const decimals = z
  .int()
  .min(0)
  .max(LIMITS.decimalsMax)
  .nullable()
  .describe('Exact number of decimals. null: as many as the number has.')
  .meta({ examples: [2] });
const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code')
  .nullable()
  .describe('ISO 4217 code.')
  .meta({ examples: ['EUR'] });

const formatSchema = z.strictObject({ pattern, decimals, currency }).meta({
  id: 'FieldFormat',
  description: 'How a date or number is shown and drawn. The value stays plain.',
});

const end = z
  .union([z.number(), z.iso.date()])
  .meta({ id: 'RangeEnd', description: 'A number, or the date of a date field (YYYY-MM-DD).' })
  .nullable();
const length = z.int().min(0).max(LIMITS.valueMaxChars).nullable();
const rules = {
  min: end
    .describe('Smallest number, earliest date (YYYY-MM-DD), or least number of choices.')
    .meta({ examples: [0] }),
  max: end
    .describe('Largest number, latest date, or largest number of choices.')
    .meta({ examples: [1_000_000] }),
  minLength: length.describe('In characters.'),
  maxLength: length.describe('In characters.'),
  pattern: z
    .string()
    .max(LIMITS.validationPatternMaxChars)
    .refine(isPattern, 'must be a regular expression that RE2 compiles to a small program')
    .nullable()
    .describe('Regular expression (RE2 syntax) that the whole value must match.')
    .meta({ examples: ['[A-Z]{2}[0-9]{6}'] }),
  message: createLineSchema(LIMITS.validationMessageMaxChars)
    .nullable()
    .describe('Shown to the signer if a value is refused. Default: ours.')
    .meta({ examples: ['Enter a positive amount.'] }),
};
const validationSchema = z
  .strictObject(rules)
  .meta({ id: 'FieldValidation', description: 'What a value must satisfy beyond its type.' });

const operand = z.string().max(LIMITS.valueMaxChars).optional();
const term = z
  .strictObject({
    key: key.describe('Key of the field that is tested.'),
    is: operand.describe('Its value is this one, or this is one of its choices.').meta({ examples: ['yes'] }),
    isNot: operand.describe('Its value is another one.'),
    isFilled: z.boolean().optional().describe('Whether it has a value.'),
    isChecked: z.boolean().optional().describe('Whether its box is checked.'),
  })
  .refine(
    ({ key: _key, ...tests }) => Object.values(tests).filter((test) => test !== undefined).length === 1,
    'must have exactly one of is, isNot, isFilled, isChecked',
  );
const terms = z.array(term).min(1).max(LIMITS.conditionTermsMax).optional();
const condition = z
  .strictObject({
    all: terms.describe('All of these tests hold.'),
    any: terms.describe('At least one of these tests holds.'),
  })
  .refine(({ all, any }) => (all === undefined) !== (any === undefined), 'must have exactly one of all, any')
  .meta({
    id: 'FieldCondition',
    description: 'When the field is shown, required and drawn: while all or any of the tests hold.',
  });

const offset = z.number().min(-1).max(1).optional();
const extent = z.number().gt(0).max(1).optional();
const anchor = z
  .strictObject({
    text: createRequiredLineSchema(LIMITS.anchorTextMaxChars).describe('Text of the document.'),
    occurrence: z
      .union([z.int().min(1).max(LIMITS.fieldsMax), z.enum(['last', 'all'])])
      .optional()
      .describe('Default: 1.'),
    page: z.int().min(1).max(LIMITS.documentMaxPages).optional().describe('Only on this page.'),
    document: z
      .union([z.int().min(1).max(LIMITS.documentsMax), z.string().min(1).max(100)])
      .optional()
      .describe('Only in this document: its id, or its position from 1.'),
    near: createRequiredLineSchema(LIMITS.anchorTextMaxChars)
      .optional()
      .describe('The occurrence closest below this other text.'),
    place: z.enum(ANCHOR_PLACES).optional().describe('Default: right.'),
    dx: offset.describe('Shift to the right, as a fraction of the page width.'),
    dy: offset.describe('Shift down, as a fraction of the page height.'),
    width: extent.describe("As a fraction of the page width. Default: the type's usual one."),
    height: extent.describe('As a fraction of the page height.'),
    ignoreCase: z.boolean().optional().describe('Default: true, and a text in exactly this case wins.'),
    optional: z.boolean().optional().describe('Drop the field if the text is missing. Default: false.'),
  })
  .refine(({ near, occurrence }) => near === undefined || typeof occurrence !== 'string', {
    path: ['occurrence'],
    message: 'must be a number with near',
  })
  .meta({ id: 'FieldAnchor', description: 'The text that places the field, as it came.' });

const formula = createLineSchema(LIMITS.formulaMaxChars);
const align = z.enum(ALIGNMENTS).nullable();
const fontSize = z.number().min(LIMITS.fontSizeMinPoints).max(LIMITS.fontSizeMaxPoints).nullable();
const comb = z.int().min(1).max(LIMITS.combCellsMax).nullable();

const WORDS = {
  key: 'Stable name for programs, unique in the envelope.',
  format: 'How a date or number is shown and drawn; null: as it was entered.',
  validation: 'What a value must satisfy beyond its type.',
  placeholder: 'Shown in the empty input.',
  hint: 'Shown below the input.',
  defaultValue: 'What the field starts with if it has no prefillValue. The signer can change it.',
  multiline: 'Whether a text can have several lines.',
  align: 'null: where the text starts in its writing direction.',
  fontSize: 'In points. null: fits the field.',
  comb: 'Number of equal cells with one character each, as on tax forms; null for none.',
  private: 'Whether other signers never see the value.',
  condition: 'When the field applies; null: always.',
  formula: 'Computes a number from other fields: + - * / ( ) round sum min max over keys.',
  anchor: 'The text that placed the field; null if it was placed by coordinates.',
};

/** A field's details in responses. */
export const fieldDetails = {
  key: key.describe(WORDS.key),
  format: formatSchema.nullable().describe(WORDS.format),
  validation: validationSchema.nullable().describe(WORDS.validation),
  placeholder: z.string().nullable().describe(WORDS.placeholder),
  hint: z.string().nullable().describe(WORDS.hint),
  defaultValue: z.string().nullable().describe(WORDS.defaultValue),
  multiline: z.boolean().describe(WORDS.multiline),
  align: align.describe(WORDS.align),
  fontSize: fontSize.describe(WORDS.fontSize),
  comb: comb.describe(WORDS.comb),
  private: z.boolean().describe(WORDS.private),
  condition: condition.nullable().describe(WORDS.condition),
  formula: formula.nullable().describe(WORDS.formula),
  anchor: anchor.nullable().describe(WORDS.anchor),
};

/** A field's details in requests. */
export const fieldDetailsInput = {
  key: key.nullish().describe(`${WORDS.key} Default: the label in snake case.`),
  format: z
    .strictObject({ pattern, decimals: decimals.optional(), currency: currency.optional() })
    .meta({ id: 'FieldFormatInput' })
    .nullish()
    .describe(WORDS.format),
  validation: z
    .strictObject(rules)
    .partial()
    .meta({ id: 'FieldValidationInput' })
    .nullish()
    .describe(WORDS.validation),
  placeholder: createLineSchema(LIMITS.placeholderMaxChars).nullish().describe(WORDS.placeholder),
  hint: createLinesSchema(LIMITS.hintMaxChars).nullish().describe(WORDS.hint),
  defaultValue: createLinesSchema(LIMITS.valueMaxChars).nullish().describe(WORDS.defaultValue),
  multiline: z.boolean().optional().describe(`${WORDS.multiline} Default: false.`),
  align: align.optional().describe(WORDS.align),
  fontSize: fontSize.optional().describe(WORDS.fontSize),
  comb: comb.optional().describe(WORDS.comb),
  private: z.boolean().optional().describe(`${WORDS.private} Default: false.`),
  condition: condition.nullish().describe(WORDS.condition),
  formula: formula.nullish().describe(WORDS.formula),
  anchor: anchor.nullish().describe(WORDS.anchor),
};
