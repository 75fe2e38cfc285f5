import { z } from 'zod';
import { toPrintableValues, findValuesProblem, type VariableValue } from '#domain/variables/values.ts';
import { listVariables, type Variable } from '#domain/variables/variable.ts';

/** Any JSON value. Its limits are checked for all values together. */
const value = z.unknown() as z.ZodType<VariableValue>;

/** The values that fill in the variables of Word files. */
export const variableValues = z
  .record(z.string(), value)
  .superRefine((values, context) => {
    const problem = findValuesProblem(values);
    if (problem !== null)
      context.addIssue({
        code: 'custom',
        message: problem.message,
        path: [...problem.path],
        continue: false,
      });
  })
  .overwrite((values) => ({ ...toPrintableValues(values) }) as Record<string, VariableValue>)
  .meta({
    id: 'VariableValues',
    description:
      'Values of the variables in Word files: [[client.name]] is `client: {name}`. A list repeats its section or table row. All values are plain text.',
    examples: [{ client: { name: 'Ada Lovelace' }, items: [{ name: 'Analysis', price: '1,200.00' }] }],
  });

/** A variable of a Word file. */
export const documentVariable = z
  .object({
    path: z
      .string()
      .describe("Where its value is in `variables`; [] stands for the items of a section's list.")
      .meta({ examples: ['items'] }),
    kind: z
      .enum(['text', 'section'])
      .describe(
        '`section`: repeated for each item of a list, otherwise shown unless the value is empty or false.',
      )
      .meta({ examples: ['section'] }),
  })
  .meta({ id: 'DocumentVariable' });
export type WireVariable = z.infer<typeof documentVariable>;

export function toWireVariables(variables: readonly Variable[]): WireVariable[] {
  return listVariables(variables);
}
