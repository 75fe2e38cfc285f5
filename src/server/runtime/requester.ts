import { AsyncLocalStorage } from 'node:async_hooks';

/** Who makes a request, as the logs name them: by identifiers, which let nobody in. */
export type Requester = Readonly<
  Partial<
    Record<
      'organizationId' | 'userId' | 'keyId' | 'grantId' | 'tokenId' | 'envelopeId' | 'participantId',
      string
    >
  >
>;

/**
 * The envelope of the token with which a starting server requests its own first page. Only this service can sign such a
 * token, and it opens nothing.
 */
export const WARMING_ENVELOPE = 'env_none';

const current = new AsyncLocalStorage<{ requester: Requester | null }>();

/** Opens a request: what runs `within` it, and later because of that, knows who makes it. */
export function openRequester() {
  const known: { requester: Requester | null } = { requester: null };
  return {
    within: <T>(handle: () => T): T => current.run(known, handle),
    get: () => known.requester,
  };
}

/** Says who makes the present request. */
export function noteRequester(requester: Requester | null): void {
  const known = current.getStore();
  if (known !== undefined) known.requester = requester;
}

/** Returns who makes the present request; null if nobody is known. */
export function getRequester(): Requester | null {
  return current.getStore()?.requester ?? null;
}
