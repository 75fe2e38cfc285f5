import { APP_ROLE } from './role.ts';

/** How long PostgreSQL carries a transaction before it ends it. In milliseconds. */
export type Patience = {
  readonly statement: number;
  readonly lock: number;
  /** Between two statements. Documents are stored within some transactions. */
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
