import { TRPCClientError, createTRPCClient, httpLink } from '@trpc/client';
import type { DashboardRouter } from '#server/procedures/router.ts';
import { errorSchema, type WireError } from '#wire/error.ts';

/** The dashboard's operations, called from the browser as the session that it has. */
export const dashboard = createTRPCClient<DashboardRouter>({ links: [httpLink({ url: '/api/trpc' })] });

/** The refusal that a call came back with, or null where it failed for another reason (no connection, say). */
export function refusalOfCall(thrown: unknown): WireError | null {
  if (!(thrown instanceof TRPCClientError)) return null;
  const carried: unknown = thrown.data;
  if (typeof carried !== 'object' || carried === null || !('refusal' in carried)) return null;
  const parsed = errorSchema.safeParse(carried.refusal);
  return parsed.success ? parsed.data : null;
}

/** A sentence about a failed call for the person who made it. */
export function sentenceOfFailure(thrown: unknown): string {
  const refused = refusalOfCall(thrown);
  if (refused === null) return 'The server cannot be reached. Check the connection, then try again.';
  if (refused.code === 'unauthorized')
    return 'Your session has ended. Log in again in another tab, then try again.';
  const issues = refused.details?.['issues'];
  if (!Array.isArray(issues) || issues.length === 0) return refused.message;
  return issues
    .map((issue: { path?: unknown; message?: unknown }) => `${String(issue.path)} ${String(issue.message)}`)
    .join('; ');
}
