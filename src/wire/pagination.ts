import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';

/** The parameters for reading a list page by page. */
export const pageQuery = {
  cursor: z
    .string()
    .min(1)
    .max(LIMITS.cursorMaxChars)
    .optional()
    .describe('nextCursor of the previous page.'),
  limit: z.int().min(1).max(LIMITS.listLimitMax).optional().describe('Default: 50.'),
};

/** The cursor of the next page; null on the last page. */
export const nextCursor = z
  .string()
  .nullable()
  .meta({ examples: ['eyJrIjoiMjAyNy0wMy0wMVQwOTowMDowMC4wMDBaIn0.dGFn'] });
