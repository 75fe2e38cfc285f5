import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { may } from '#domain/organization/role.ts';
import { done, DONE } from '#wire/account.ts';
import { agentRules, agentSchema } from '#wire/agent.ts';
import { pathId } from '#wire/text.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { endGrant, listGrants, readGrant } from '#server/db/oauth/oauth-grants.ts';
import {
  lockOrganization,
  readOrganization,
  updateAgentRules,
} from '#server/db/organizations/organizations.ts';
import { recordAction } from '#server/trpc/administration.ts';
import { adminProcedure, sessionProcedure } from '#server/trpc/audience.ts';

/** Lists the agents that have access: a person's own, or all of the organization's for administrators. */
export const listAgents = sessionProcedure
  .input(z.strictObject({}))
  .output(z.object({ items: z.array(agentSchema) }))
  .query(async ({ ctx: { services, member, session } }) => {
    const { organizationId } = member;
    const userId = may(session.role, 'administer') ? null : session.user.id;
    const grants = await transaction(services.db, { organizationId }, (tx) =>
      listGrants(tx, organizationId, userId),
    );
    return {
      items: grants.map(
        ({ id, clientName, redirectHost, scopes, asksFirst, userId: allowedBy, userName, ...times }) => ({
          id,
          clientName,
          redirectHost,
          scopes: [...scopes],
          asksFirst,
          allowedBy: { id: allowedBy, name: userName },
          createdAt: times.createdAt.toISOString(),
          lastUsedAt: times.lastUsedAt?.toISOString() ?? null,
        }),
      ),
    };
  });

/**
 * Ends an agent's access from its next request on. Members can end their own agents, and administrators can
 * end any.
 */
export const endAgent = sessionProcedure
  .input(z.strictObject({ id: pathId }))
  .output(z.object({ ended: z.literal(true) }))
  .mutation(async ({ ctx, input: { id } }) => {
    const { services, member, session } = ctx;
    const { organizationId } = member;
    await transaction(services.db, { organizationId }, async (tx) => {
      const grant = await readGrant(tx, organizationId, id);
      if (grant === null) throw createRefusal('not_found');
      // For a member, other people's agents don't exist.
      if (grant.userId !== session.user.id && !may(session.role, 'administer'))
        throw createRefusal('not_found');
      if (!(await endGrant(tx, id, 'person', services.clock()))) return;
      await recordAction(tx, ctx, { action: 'agent.ended', subject: { id, name: grant.clientName } });
    });
    return { ended: true as const };
  });

/** Returns what the organization requires of all agents. */
export const getAgentRules = adminProcedure
  .input(z.strictObject({}))
  .output(agentRules)
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId } = member;
    const { agentsAskFirst } = await transaction(services.db, { organizationId }, (tx) =>
      readOrganization(tx, organizationId),
    );
    return { askFirst: agentsAskFirst };
  });

/** Changes what the organization requires of all agents, from their next request on. */
export const changeAgentRules = adminProcedure
  .input(agentRules)
  .output(done)
  .mutation(async ({ ctx, input: { askFirst } }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    await transaction(services.db, { organizationId }, async (tx) => {
      const { name, agentsAskFirst: before } = await lockOrganization(tx, organizationId);
      if (askFirst === before) return;
      await updateAgentRules(tx, organizationId, askFirst, services.clock());
      await recordAction(tx, ctx, {
        action: 'organization.agent_rules_changed',
        subject: { id: organizationId, name },
        details: { from: describeAskFirst(before), to: describeAskFirst(askFirst) },
      });
    });
    return DONE;
  });

function describeAskFirst(askFirst: boolean): string {
  return askFirst ? 'a person sends' : 'as each person allowed';
}
