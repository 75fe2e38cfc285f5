import { APP_ROLE } from './role.ts';

/** How long PostgreSQL lets a transaction run before ending it, in milliseconds. */
export type Patience = {
  readonly statement: number;
  readonly lock: number;
  /** The time between two statements. Some transactions store documents in between. */
  readonly idle: number;
};
export const PATIENCE: Patience = { statement: 60_000, lock: 30_000, idle: 600_000 };

/**
 * Returns the statements that give a transaction (`set local`) or a session (`set`) the program's role and the
 * limits. A pooler may ignore them when a connection starts.
 */
export function formatSettings({ statement, lock, idle }: Patience, set: 'set' | 'set local'): string {
  return (
    `${set} role ${APP_ROLE}; ${set} statement_timeout = ${statement}; ` +
    `${set} lock_timeout = ${lock}; ${set} idle_in_transaction_session_timeout = ${idle}`
  );
}
