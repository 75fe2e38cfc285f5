import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { createInvalidRefusal, Refusal, createRefusal } from '#domain/errors.ts';
import { toIssues } from '#wire/issues.ts';
import { isUnreachable, findUnwritableReason } from '#server/db/client/unreachable.ts';
import { isStorageAway } from '#server/storage/driver.ts';

/** Converts anything thrown to a refusal, or returns null if it was unexpected. */
export function toRefusal(thrown: unknown): Refusal | null {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 6; error = error.cause, depth++) {
    if (error instanceof Refusal) return error;
    if (error instanceof ZodError && isInputError(thrown)) return createInvalidRefusal(toIssues(error));
  }
  const reason = findUnwritableReason(thrown);
  if (reason !== null) return createRefusal('unavailable', { reason }, UNWRITABLE[reason]);
  return isUnreachable(thrown) || isStorageAway(thrown) ? createRefusal('unavailable') : null;
}

const UNWRITABLE = {
  storage_full: 'The service has no space left to store this. Try again later.',
  storage_read_only: "The service can't store anything at the moment. Try again later.",
} as const;

/** Checks whether an error is about the input. A schema error is the caller's fault only in that case. */
function isInputError(thrown: unknown): boolean {
  return thrown instanceof TRPCError && thrown.code === 'BAD_REQUEST';
}
