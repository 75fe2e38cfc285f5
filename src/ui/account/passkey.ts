import type { Proof } from '#wire/account.ts';
import { errorSchema } from '#wire/error.ts';
import { dashboard, explainFailure } from '#ui/envelopes/dashboard-client.ts';
import { m } from '#i18n/compiled/messages.js';

/** Why a passkey couldn't be used or created. `problem` is null if the person canceled. */
type Failure = { readonly problem: string | null };

/** Checks whether this browser supports passkeys. */
export function canUsePasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/** Signs in with a passkey from this browser or a nearby phone. Success sets the session cookie. */
export async function logInWithPasskey(invitation: string | null): Promise<Failure | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  try {
    const optionsJSON = (await post('/api/auth/passkey/challenge', {})) as Parameters<
      typeof startAuthentication
    >[0]['optionsJSON'];
    const response = await startAuthentication({ optionsJSON });
    await post('/api/auth/passkey/login', { response, ...(invitation === null ? {} : { invitation }) });
    return null;
  } catch (thrown) {
    return toPasskeyFailure(thrown);
  }
}

/** Makes the browser create a passkey and returns what the server needs to verify it. */
export async function createPasskey(options: object) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const made = await startRegistration({
    optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'],
  });
  return { ...made, clientExtensionResults: { ...made.clientExtensionResults } };
}

/** Creates a passkey for the account. */
export async function makePasskey(proof: Proof, name: string): Promise<Failure | null> {
  try {
    const { options } = await dashboard.account.beginPasskey.mutate(proof);
    const response = await createPasskey(options);
    await dashboard.account.addPasskey.mutate({ name, response });
    return null;
  } catch (thrown) {
    return toPasskeyFailure(thrown);
  }
}

class Refused extends Error {}

async function post(path: string, body: object): Promise<unknown> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const read: unknown = await answer.json().catch(() => null);
  if (answer.ok) return read;
  const refused = errorSchema.safeParse(read);
  throw new Refused(refused.success ? refused.data.message : m.account_failed());
}

/** Explains why a passkey couldn't be used or created. */
export function toPasskeyFailure(thrown: unknown): Failure {
  if (thrown instanceof Refused) return { problem: thrown.message };
  // Browsers report only this when the dialog was closed or timed out.
  if (thrown instanceof Error && /^(NotAllowedError|AbortError)$/.test(thrown.name)) return { problem: null };
  if (thrown instanceof Error && thrown.name === 'InvalidStateError')
    return { problem: m.account_passkey_exists() };
  if (thrown instanceof Error && thrown.name === 'SecurityError')
    return { problem: m.account_passkey_insecure() };
  return { problem: explainFailure(thrown) };
}
