import { z } from 'zod';
import { ERRORS, type ErrorCode } from '#domain/errors.ts';

const codes = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

/** The body of every error. */
export const errorSchema = z
  .object({
    code: z.enum(codes),
    message: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'Error' });
export type WireError = z.infer<typeof errorSchema>;
