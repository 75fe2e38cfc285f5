/**
 * The inline script with which the landing page asks for its invitation before its other scripts are there. The page takes
 * the answer over: see src/ui/signer/early-invitation.ts.
 */
export const ASK_EARLY = `(() => {
  const token = /[#?&]token=([\\w-]+\\.[\\w-]+)/.exec(location.hash + location.search)?.[1];
  if (token === undefined) return;
  const headers = { Authorization: 'Bearer ' + token };
  const answer = fetch('/api/signer/invitation', { headers, cache: 'no-store', credentials: 'omit' });
  answer.catch(() => undefined);
  globalThis.earlyInvitation = { token, answer };
})();`;
