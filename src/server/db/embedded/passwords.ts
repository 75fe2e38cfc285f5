import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { ensureSecret } from '#server/crypto/tokens/kept-secret.ts';
import { APP_ROLE } from '#server/db/client/role.ts';

/** The role that owns everything in an embedded server. Only setup and migrations log in as it. */
export const SUPERUSER = 'countersign';

/** A role that can log in, and its password. */
export interface Login {
  readonly user: string;
  readonly password: string;
}

/** The logins of an embedded server: the program's role, and the superuser for setup and migrations. */
export interface Logins {
  readonly app: Login;
  readonly owner: Login;
}

/**
 * Returns the logins of a data directory. Their passwords are generated and kept there, readable only by the
 * service's account.
 */
export function readLogins(home: string): Logins {
  const createLogin = (user: string, file: string): Login => ({
    user,
    password: ensureSecret(join(home, file)),
  });
  return {
    app: createLogin(APP_ROLE, 'database-password'),
    owner: createLogin(SUPERUSER, 'database-owner-password'),
  };
}

/**
 * Returns the text of pg_hba.conf, which lets both logins in by password and nobody else. The text includes a
 * hash of the passwords, so the file shows whether the server knows the current ones.
 */
export function formatAccessRules({ app, owner }: Logins): string {
  const known = createHash('sha256').update(`${app.password}\n${owner.password}`).digest('hex').slice(0, 16);
  return [
    `# Written by Countersign when it set the passwords ${known}.`,
    `local all ${owner.user} scram-sha-256`,
    `local all ${app.user} scram-sha-256`,
    '',
  ].join('\n');
}

/** Returns the statements that create the program's role and set both passwords, one per line. */
export function buildLoginStatements({ app, owner }: Logins): readonly string[] {
  return [
    `DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${app.user}') THEN ` +
      `CREATE ROLE ${app.user}; END IF; END $$`,
    `ALTER ROLE ${app.user} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE NOREPLICATION ` +
      `PASSWORD '${deriveVerifier(app.password)}'`,
    `ALTER ROLE ${owner.user} PASSWORD '${deriveVerifier(owner.password)}'`,
  ];
}

/** The passwords are random, so more rounds would only slow down connecting. */
const ROUNDS = 4096;

/**
 * Returns what PostgreSQL stores for a password (RFC 5803), so that the password itself is never in its log.
 */
function deriveVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ROUNDS, 32, 'sha256');
  const deriveKey = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(deriveKey('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ROUNDS}:${salt.toString('base64')}$${stored}:${deriveKey('Server Key').toString('base64')}`;
}
