import { z } from 'zod';
import { ALL_SCOPES, type Scope } from '#domain/organization/scope.ts';

/** An authorized agent in the settings. */
export const agentSchema = z.object({
  id: z.string(),
  clientName: z.string(),
  /** Where responses to the agent go: a host, or the scheme of an app. */
  redirectHost: z.string(),
  scopes: z.array(z.enum(ALL_SCOPES as readonly [Scope, ...Scope[]])),
  /** Whether a person has to send what the agent prepares. */
  asksFirst: z.boolean(),
  allowedBy: z.object({ id: z.string(), name: z.string() }),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});
/** What an organization requires of all agents. */
export const agentRules = z.strictObject({
  /** Whether a person has to send and void whatever agents prepare. */
  askFirst: z.boolean(),
});
export type AgentRules = z.infer<typeof agentRules>;

export type WireAgent = z.infer<typeof agentSchema>;
