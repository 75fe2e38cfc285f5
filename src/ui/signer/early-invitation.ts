/** What the page asked for before its scripts were there; see src/server/http/pages/ask-early.ts. */
type EarlyInvitation = { readonly token: string; readonly answer: Promise<Response> };

declare global {
  var earlyInvitation: EarlyInvitation | undefined;
}

/** Returns the answer that the page asked for early with this token, once; null if it asked for none, or got none. */
export async function takeEarlyInvitation(token: string): Promise<Response | null> {
  const early = globalThis.earlyInvitation;
  globalThis.earlyInvitation = undefined;
  if (early?.token !== token) return null;
  return await early.answer.catch(() => null);
}
