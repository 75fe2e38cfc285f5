import { getErrorCode } from '#domain/error-code.ts';

/** Returns the SQLSTATE of a failed statement and the violated constraint. */
export function getDatabaseFault(error: unknown): {
  readonly code: string | null;
  readonly constraint: string | null;
} {
  const cause = error instanceof Error ? error.cause : null;
  return {
    code: getErrorCode(cause),
    constraint: cause instanceof Error && 'constraint_name' in cause ? String(cause.constraint_name) : null,
  };
}
