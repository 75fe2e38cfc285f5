import { randomUUID } from 'node:crypto';
import { LATEST_PROTOCOL_VERSION, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import {
  mintAgentSession,
  readAgentSession,
  type AgentSessionClaims,
} from '#server/crypto/tokens/agent-session-token.ts';
import type { AgentContext } from '../tool.ts';
import { EXTENSIONS, hasScreens } from '../review/extension.ts';

/** The header field that names a session (revisions of 2025). */
export const SESSION_HEADER = 'mcp-session-id';

/** The first revision in which servers can ask the client. */
const FIRST_THAT_ASKS = '2025-06-18';
const ELICITATION = z.record(z.string(), z.unknown());
const INITIALIZE = z.object({
  method: z.literal('initialize'),
  params: z.object({
    protocolVersion: z.string(),
    capabilities: z.object({ elicitation: ELICITATION.optional().catch(undefined), extensions: EXTENSIONS }),
  }),
});

/** Checks, based on the capability `elicitation`, whether a client can show its user a form. */
export function canShowForms(elicitation: Readonly<Record<string, unknown>> | undefined): boolean {
  if (elicitation === undefined) return false;
  return Object.keys(elicitation).length === 0 || elicitation['form'] !== undefined;
}

/**
 * Returns the ID of a new session if a message connects a client of 2025. The ID contains what the client can
 * do and is signed for the grant, so that no process has to store it.
 */
export function createAgentSession(message: unknown, { services, principal }: AgentContext): string | null {
  const begun = INITIALIZE.safeParse(message).data;
  if (begun === undefined) return null;
  const { protocolVersion, capabilities } = begun.params;
  const revision = SUPPORTED_PROTOCOL_VERSIONS.includes(protocolVersion)
    ? protocolVersion
    : LATEST_PROTOCOL_VERSION;
  const expiresMs = services.clock().getTime() + LIMITS.agentSessionLifeMs;
  return mintAgentSession(
    {
      grant: principal.grantId,
      session: randomUUID(),
      revision,
      forms: revision >= FIRST_THAT_ASKS && canShowForms(capabilities.elicitation),
      screens: hasScreens(capabilities.extensions),
      exp: Math.floor(expiresMs / 1000),
    },
    services.config.secretKeys,
  );
}

/**
 * Returns the session that a request names. Returns null if the session belongs to another grant or has
 * expired, and undefined if the request names none.
 */
export function readRequestSession(
  { headers }: Request,
  { services, principal }: AgentContext,
): AgentSessionClaims | null | undefined {
  const named = headers.get(SESSION_HEADER);
  if (named === null) return undefined;
  const session = readAgentSession(named, services.config.secretKeys, services.clock());
  return session?.grant === principal.grantId ? session : null;
}
