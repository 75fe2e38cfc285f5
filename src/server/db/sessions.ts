import { DrizzlePostgreSQLAdapter } from '@lucia-auth/adapter-drizzle';
import type { Adapter } from 'lucia';
import type { Database } from './client.ts';
import { sessions } from './schema/sessions.ts';
import { users } from './schema/users.ts';

/** Where lucia keeps its sessions. */
export function sessionAdapter(db: Database): Adapter {
  return new DrizzlePostgreSQLAdapter(db.drizzle, sessions, users);
}
