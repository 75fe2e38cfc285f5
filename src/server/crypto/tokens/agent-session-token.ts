import { z } from 'zod';
import type { SignerTokenKeys } from '../signer-token.ts';
import { COMMON_CLAIMS, mintClaims, readClaims } from './signed-claims.ts';

const KIND = {
  purpose: 'agent-session-token/v1',
  claims: z.strictObject({
    ...COMMON_CLAIMS,
    grant: z.string().min(1),
    /** Distinguishes this client from others that use the same grant. */
    session: z.string().min(1),
    /** The protocol revision that was agreed on. */
    revision: z.string().min(1),
    /** Whether the client can show its user forms (`forms`) and screens (`screens`). */
    forms: z.boolean(),
    screens: z.boolean(),
  }),
};

/** What an agent's client said when it connected, under the protocol's 2025 revisions. */
export type AgentSessionClaims = z.infer<typeof KIND.claims>;

/** Creates a session's identifier, which contains everything that is known about the session. */
export function mintAgentSession(
  claims: Omit<AgentSessionClaims, 'v' | 'kid'>,
  keys: SignerTokenKeys,
): string {
  return mintClaims(KIND, claims, keys);
}

/** Returns the claims of a valid session that hasn't expired, otherwise null. */
export function readAgentSession(text: string, keys: SignerTokenKeys, now: Date): AgentSessionClaims | null {
  return readClaims(KIND, text, keys, now);
}
