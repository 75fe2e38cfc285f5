import type { Submitted } from '#ui/kit/form-action.ts';
import type { registrationResponse } from '#wire/passkey.ts';
import type { z } from 'zod';

/** Returns the passkey that a page created for a new account. The procedure verifies it. */
export function readPasskey({ text }: Submitted) {
  return {
    userId: text('userId'),
    passkeyName: text('passkeyName'),
    response: parseJson(text('response')) as z.input<typeof registrationResponse>,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
