import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { invalid, Refusal, refusal } from '#domain/errors.ts';
import { toIssues } from '#wire/issues.ts';
import { isUnreachable } from '#server/db/client/unreachable.ts';

/** The refusal that anything thrown amounts to; null for what nobody expected. */
export function refusalIn(thrown: unknown): Refusal | null {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 6; error = error.cause, depth++) {
    if (error instanceof Refusal) return error;
    if (error instanceof ZodError && isInputError(thrown)) return invalid(toIssues(error));
  }
  return isUnreachable(thrown) ? refusal('unavailable') : null;
}

/** A schema's complaint is the caller's fault only where it is about the input. */
function isInputError(thrown: unknown): boolean {
  return thrown instanceof TRPCError && thrown.code === 'BAD_REQUEST';
}
