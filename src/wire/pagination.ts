import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';

/** How a list is read page by page. */
export const pageQuery = {
  cursor: z
    .string()
    .min(1)
    .max(LIMITS.cursorMaxChars)
    .optional()
    .describe('nextCursor of the previous page.'),
  limit: z.int().min(1).max(LIMITS.listLimitMax).optional().describe('Default: 50.'),
};

/** Where the next page starts; null on the last page. */
export const nextCursor = z
  .string()
  .nullable()
  .meta({ examples: ['eyJrIjoiMjAyNy0wMy0wMVQwOTowMDowMC4wMDBaIn0.dGFn'] });
