import { z } from 'zod';
import { ERRORS, type ErrorCode } from '#domain/errors.ts';
import { toIssues } from './issues.ts';

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

/** Returns the error body for anything that a procedure threw, or null if the error was unexpected. */
export function toWireError(thrown: unknown): WireError | null {
  for (
    let error: unknown = thrown, depth = 0;
    error instanceof Error && depth < 5;
    error = error.cause, depth++
  ) {
    if (isInputError(error)) return toInputRefusal(error.cause);
    if (error.name !== 'Refusal') continue;
    const parsed = errorSchema.safeParse({ ...error, message: error.message });
    return parsed.success ? parsed.data : null;
  }
  return null;
}

type InputError = Error & { readonly cause: Pick<z.ZodError, 'issues'> };

/**
 * Checks whether an error is about a procedure's input. Pages are bundled with their own copies of the
 * classes, so this compares shapes.
 */
function isInputError(error: Error): error is InputError {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return code === 'BAD_REQUEST' && cause instanceof Error && 'issues' in cause && Array.isArray(cause.issues);
}

function toInputRefusal(complaint: Pick<z.ZodError, 'issues'>): WireError {
  const code = 'validation_failed';
  return { code, message: ERRORS[code].message, details: { issues: toIssues(complaint) } };
}
