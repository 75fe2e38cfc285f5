import { z } from 'zod';
import { ALL_SCOPES, type Scope } from '#domain/organization/scope.ts';

/** An authorized agent in the settings. */
export const agentSchema = z.object({
  id: z.string(),
  clientName: z.string(),
  /** Where its responses go: a host, or the scheme of an app. */
  redirectHost: z.string(),
  scopes: z.array(z.enum(ALL_SCOPES as readonly [Scope, ...Scope[]])),
  /** Whether a person sends what it prepares. */
  asksFirst: z.boolean(),
  allowedBy: z.object({ id: z.string(), name: z.string() }),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});
/** What an organization demands of all agents. */
export const agentRules = z.strictObject({
  /** Whether a person sends and voids whatever they prepare. */
  askFirst: z.boolean(),
});
export type AgentRules = z.infer<typeof agentRules>;

export type WireAgent = z.infer<typeof agentSchema>;
