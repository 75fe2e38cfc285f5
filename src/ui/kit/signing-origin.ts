const ORIGIN = 'countersign.signer.envelope';

/** Where the signer's page leads once others wait for the member too. */
export const SIGN_NEXT = 'sign-next';

/**
 * Keeps for this tab where a member who signs by a link with this token goes afterwards: to an envelope, or on
 * to the next one (both below /envelopes).
 */
export function keepOrigin(token: string, page: string): void {
  try {
    sessionStorage.setItem(ORIGIN, `${token} ${page}`);
  } catch {
    // Without storage, the signer's page just doesn't lead back.
  }
}

/** Returns where someone who signs with this token goes afterwards, or null for everybody else. */
export function readOrigin(token: string | null): string | null {
  try {
    const [kept, page] = sessionStorage.getItem(ORIGIN)?.split(' ') ?? [];
    return kept === token ? (page ?? null) : null;
  } catch {
    return null;
  }
}
