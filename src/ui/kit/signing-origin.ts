const ORIGIN = 'countersign.signer.envelope';

/**
 * Keeps for this tab which envelope's page a member came from, to sign by a link with this token, and whether
 * others wait for the member after it.
 */
export function keepOrigin(token: string, envelopeId: string, hasMore: boolean): void {
  try {
    sessionStorage.setItem(ORIGIN, `${token} ${envelopeId}${hasMore ? ' more' : ''}`);
  } catch {
    // Without storage, the signer's page just doesn't lead back.
  }
}

/** Returns where someone came from to sign with this token, or null for everybody else. */
export function readOrigin(token: string): { readonly id: string; readonly hasMore: boolean } | null {
  try {
    const [kept, id, more] = sessionStorage.getItem(ORIGIN)?.split(' ') ?? [];
    return kept === token && id !== undefined ? { id, hasMore: more !== undefined } : null;
  } catch {
    return null;
  }
}
