import { z } from 'zod';
import { m } from '#i18n/compiled/messages.js';
import { formatRefusal } from '#ui/kit/refusal-text.ts';
import { errorSchema } from '#wire/error.ts';

const answered = z.object({ secondFactorRequired: z.boolean().optional() });
const session = z.object({ user: z.object({ id: z.string(), email: z.string() }) });

/**
 * The result of signing in: null if it succeeded, `code` if a code is still needed, or the problem if it
 * failed.
 */
type Attempt = null | 'code' | { readonly problem: string };

/** Returns who is signed in in this browser, or null if nobody is or the server can't be reached. */
export async function findSignedInUser(): Promise<{ id: string; email: string } | null> {
  try {
    const answer = await fetch('/api/auth/session', { cache: 'no-store' });
    if (!answer.ok) return null;
    return session.parse(await answer.json()).user;
  } catch {
    return null;
  }
}

/** Signs in without leaving the page. */
export function signInWithPassword(email: string, password: string): Promise<Attempt> {
  return post('/api/auth/login', { email, password }, m.common_refused_wrong_credentials());
}

/** Completes a sign-in that needs a code. */
export function confirmCode(code: string): Promise<Attempt> {
  return post('/api/auth/login/second-factor', { code }, m.common_refused_wrong_code());
}

async function post(path: string, body: object, wrong: string): Promise<Attempt> {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const read: unknown = await answer.json().catch(() => null);
    if (answer.ok) return answered.safeParse(read).data?.secondFactorRequired === true ? 'code' : null;
    if (answer.status === 422) return { problem: wrong };
    const refused = errorSchema.safeParse(read);
    return { problem: refused.success ? formatRefusal(refused.data) : m.account_failed() };
  } catch {
    return { problem: m.common_unreachable() };
  }
}
