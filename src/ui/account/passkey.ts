import { errorSchema } from '#wire/error.ts';
import { dashboard, sentenceOfFailure } from '#ui/envelopes/dashboard-client.ts';

/** Why a passkey was not used or made, in words for the person; null when they changed their mind. */
type Failure = { readonly problem: string | null };

/** Whether this browser knows passkeys. */
export function passkeysWork(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/** Logs in with a passkey of this browser or a phone nearby. The session's cookie is set when it succeeds. */
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
    return failureOf(thrown);
  }
}

/** Makes a passkey for the account and gives it a name. */
export async function makePasskey(password: string, name: string): Promise<Failure | null> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  try {
    const { options } = await dashboard.account.beginPasskey.mutate({ password });
    const made = await startRegistration({
      optionsJSON: options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'],
    });
    const response = { ...made, clientExtensionResults: { ...made.clientExtensionResults } };
    await dashboard.account.addPasskey.mutate({ name, response });
    return null;
  } catch (thrown) {
    return failureOf(thrown);
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
  throw new Refused(refused.success ? refused.data.message : 'That did not work. Try again.');
}

function failureOf(thrown: unknown): Failure {
  if (thrown instanceof Refused) return { problem: thrown.message };
  // Browsers say no more than this of a dialog that was closed or ran out of time.
  if (thrown instanceof Error && /^(NotAllowedError|AbortError)$/.test(thrown.name)) return { problem: null };
  if (thrown instanceof Error && thrown.name === 'InvalidStateError')
    return { problem: 'This device has a passkey for your account already.' };
  if (thrown instanceof Error && thrown.name === 'SecurityError')
    return { problem: 'Passkeys need this service to be opened under its own name, over HTTPS.' };
  return { problem: sentenceOfFailure(thrown) };
}
