import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { invalid, Refusal, refusal } from '#domain/errors.ts';
import { toIssues } from '#wire/issues.ts';
import { isUnreachable } from '#server/db/unreachable.ts';
import type { WireError } from '#wire/error.ts';
import { challengeOf } from './challenge.ts';

export type ErrorReply = {
  readonly status: number;
  readonly body: WireError;
  readonly headers: Record<string, string>;
};

/** The refusal that anything thrown amounts to; null for what nobody expected. */
export function refusalIn(thrown: unknown): Refusal | null {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 6; error = error.cause, depth++) {
    if (error instanceof Refusal) return error;
    if (error instanceof ZodError && isInputError(thrown)) return invalid(toIssues(error));
  }
  return isUnreachable(thrown) ? refusal('unavailable') : null;
}

/** The error body and its status. Details repeat the request id; of the unexpected nothing but that leaves the house. */
export function errorReply(thrown: unknown, requestId: string, allow?: readonly string[]): ErrorReply {
  const refused = refusalIn(thrown) ?? refusal('internal');
  const { code, message, details, status } = refused;
  const challenge = challengeOf(refused);
  const retryAfter = details?.['retryAfterSeconds'];
  const limit = details?.['limit'];
  const nextReminderAt = details?.['nextReminderAt'];
  return {
    status,
    body: { code, message, details: { ...details, requestId } },
    headers: {
      ...(typeof retryAfter === 'number'
        ? {
            'retry-after': String(retryAfter),
            'ratelimit-remaining': '0',
            'ratelimit-reset': String(retryAfter),
          }
        : {}),
      ...(code === 'reminder_window' && typeof nextReminderAt === 'string'
        ? { 'retry-after': new Date(nextReminderAt).toUTCString() }
        : {}),
      ...(typeof limit === 'number' ? { 'ratelimit-limit': String(limit) } : {}),
      ...(challenge === null ? {} : { 'www-authenticate': challenge }),
      ...(allow === undefined ? {} : { allow: allow.join(', ') }),
    },
  };
}

/** A schema's complaint is the caller's fault only where it is about the input. */
function isInputError(thrown: unknown): boolean {
  return thrown instanceof TRPCError && thrown.code === 'BAD_REQUEST';
}
