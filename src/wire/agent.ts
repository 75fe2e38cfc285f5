import { z } from 'zod';
import { ALL_SCOPES, type Scope } from '#domain/organization/scope.ts';

/** An authorized agent in the settings. */
export const agentSchema = z.object({
  id: z.string(),
  clientName: z.string(),
  /** Where its responses go: a host, or the scheme of an app. */
  redirectHost: z.string(),
  scopes: z.array(z.enum(ALL_SCOPES as readonly [Scope, ...Scope[]])),
  allowedBy: z.object({ id: z.string(), name: z.string() }),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});
export type WireAgent = z.infer<typeof agentSchema>;
