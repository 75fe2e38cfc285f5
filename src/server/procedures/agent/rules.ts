import { z } from 'zod';
import { done, DONE } from '#wire/account.ts';
import { agentRules } from '#wire/agent.ts';
import {
  lockOrganization,
  readOrganization,
  updateAgentRules,
} from '#server/db/organizations/organizations.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { adminProcedure } from '#server/trpc/audience.ts';
import { recordAction } from '#server/trpc/administration.ts';

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
