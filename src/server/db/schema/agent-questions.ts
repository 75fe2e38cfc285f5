import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, moment, ownId, ownReference } from './columns.ts';
import { oauthGrants } from './oauth-grants.ts';
import { organizations } from './organizations.ts';

/** The client's response: a result or an error (JSON-RPC 2.0 section 5). */
export type ClientAnswer = { readonly result: unknown } | { readonly error: unknown };

/**
 * Questions to an agent's client that a call is waiting for. The answer comes with another request, which may
 * reach any process. A row lasts as long as the call waits. Rows of a process that died are deleted once they
 * have expired.
 */
export const agentQuestions = pgTable(
  'agent_questions',
  {
    id: ownId(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    grantId: text('grant_id').notNull(),
    /** The client's session in which the question was asked. */
    session: text('session').notNull(),
    /** The identifier of the waiting call, which the client chose, as JSON. */
    request: text('request').notNull(),
    /** Null until the question is answered. */
    answer: jsonb('answer').$type<ClientAnswer>(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ownReference('agent_questions_grant', table, table.grantId, oauthGrants),
    index('agent_questions_of_grant').on(table.organizationId, table.grantId),
    index('agent_questions_expiry').on(table.expiresAt),
  ],
);
