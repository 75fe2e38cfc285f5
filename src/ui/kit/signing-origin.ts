const ORIGIN = 'countersign.signer.envelope';

/** Keeps for this tab which envelope's page a member came from, to sign by a link with this token. */
export function keepOrigin(token: string, envelopeId: string): void {
  try {
    sessionStorage.setItem(ORIGIN, `${token} ${envelopeId}`);
  } catch {
    // Without storage, the signer's page just doesn't lead back.
  }
}

/** Returns the envelope whose page someone came from to sign with this token, or null for everybody else. */
export function readOrigin(token: string): string | null {
  try {
    const [kept, id] = sessionStorage.getItem(ORIGIN)?.split(' ') ?? [];
    return kept === token ? (id ?? null) : null;
  } catch {
    return null;
  }
}
