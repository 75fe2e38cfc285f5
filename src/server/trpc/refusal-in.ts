import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { invalid, Refusal, refusal } from '#domain/errors.ts';
import { toIssues } from '#wire/issues.ts';
import { isUnreachable } from '#server/db/client/unreachable.ts';

/** Converts anything thrown to a refusal; null if it was unexpected. */
export function refusalIn(thrown: unknown): Refusal | null {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 6; error = error.cause, depth++) {
    if (error instanceof Refusal) return error;
    if (error instanceof ZodError && isInputError(thrown)) return invalid(toIssues(error));
  }
  return isUnreachable(thrown) ? refusal('unavailable') : null;
}

/** A schema error is the caller's fault only if it is about the input. */
function isInputError(thrown: unknown): boolean {
  return thrown instanceof TRPCError && thrown.code === 'BAD_REQUEST';
}
