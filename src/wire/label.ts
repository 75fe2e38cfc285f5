import { z } from 'zod';
import { LABEL_COLORS } from '#domain/label.ts';
import { LIMITS } from '#domain/limits.ts';
import { EXAMPLE } from './examples.ts';
import { createIdSchema } from './identifier.ts';
import { createRequiredLineSchema } from './text.ts';

export const labelName = createRequiredLineSchema(LIMITS.labelNameMaxChars)
  .describe('Unique in the organization, whatever its case.')
  .meta({ examples: [EXAMPLE.label] });
export const labelColor = z.enum(LABEL_COLORS).describe('How the dashboard shows it.');

export const labelSchema = z
  .object({
    id: createIdSchema('label'),
    name: z.string().meta({ examples: [EXAMPLE.label] }),
    color: labelColor,
  })
  .meta({ id: 'Label' });
