import { APP_ROLE } from './role.ts';

/** How long PostgreSQL lets a transaction run before ending it, in milliseconds. */
export type Patience = {
  readonly statement: number;
  readonly lock: number;
  /** The time between two statements. Some transactions store documents in between. */
  readonly idle: number;
};
export const PATIENCE: Patience = { statement: 60_000, lock: 30_000, idle: 600_000 };

/** The program's role and the limits, which a pooler may ignore when a connection starts. */
export function formatSettings({ statement, lock, idle }: Patience): string {
  return (
    `set local role ${APP_ROLE}; set local statement_timeout = ${statement}; ` +
    `set local lock_timeout = ${lock}; set local idle_in_transaction_session_timeout = ${idle}`
  );
}
