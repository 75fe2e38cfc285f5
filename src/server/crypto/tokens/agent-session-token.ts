import { z } from 'zod';
import type { SignerTokenKeys } from '../signer-token.ts';
import { COMMON_CLAIMS, mintClaims, readClaims } from './signed-claims.ts';

const KIND = {
  purpose: 'agent-session-token/v1',
  claims: z.strictObject({
    ...COMMON_CLAIMS,
    grant: z.string().min(1),
    /** Tells the client from others of the grant. */
    session: z.string().min(1),
    /** The revision of the protocol that was agreed on. */
    revision: z.string().min(1),
    /** Whether the client can show its person a form, and screens. */
    forms: z.boolean(),
    screens: z.boolean(),
  }),
};

/** What an agent's client of the 2025 revisions said when it connected. */
export type AgentSessionClaims = z.infer<typeof KIND.claims>;

/** Creates the identifier of a session, which carries all there is to know of it. */
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
