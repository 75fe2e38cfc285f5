import { TRPCClientError, createTRPCClient, httpLink } from '@trpc/client';
import type { DashboardRouter } from '#server/procedures/router.ts';
import { m } from '#i18n/compiled/messages.js';
import { formatIssue, formatRefusal } from '#ui/kit/refusal-text.ts';
import { errorSchema, type WireError } from '#wire/error.ts';

/** The dashboard's API, called from the browser with its session. */
export const dashboard = createTRPCClient<DashboardRouter>({ links: [httpLink({ url: '/api/trpc' })] });

/** The same for calls that are finished even if their page is left. */
export const outlivingDashboard = createTRPCClient<DashboardRouter>({
  links: [
    httpLink({
      url: '/api/trpc',
      fetch: (url, options) => fetch(url, { ...(options as RequestInit), keepalive: true }),
    }),
  ],
});

/** A refusal of an operation that isn't called through the dashboard's API. */
export class RefusedCall extends Error {
  override readonly name = 'RefusedCall';
  readonly refusal: WireError;

  constructor(refusal: WireError) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/**
 * Returns the refusal a call was answered with, or null if it failed for another reason, such as no
 * connection.
 */
export function findCallRefusal(thrown: unknown): WireError | null {
  if (thrown instanceof RefusedCall) return thrown.refusal;
  if (!(thrown instanceof TRPCClientError)) return null;
  const carried: unknown = thrown.data;
  if (typeof carried !== 'object' || carried === null || !('refusal' in carried)) return null;
  const parsed = errorSchema.safeParse(carried.refusal);
  return parsed.success ? parsed.data : null;
}

/** Explains a failed call to the person who made it. */
export function explainFailure(thrown: unknown): string {
  const refused = findCallRefusal(thrown);
  if (refused === null) return m.common_unreachable();
  if (refused.code === 'unauthorized') return m.common_session_ended();
  const issues = refused.details?.['issues'];
  if (!Array.isArray(issues) || issues.length === 0) return formatRefusal(refused);
  return issues.map((issue: { message?: unknown }) => formatIssue(String(issue.message))).join(' ');
}
