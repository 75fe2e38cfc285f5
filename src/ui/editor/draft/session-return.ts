import { z } from 'zod';
import { errorSchema } from '#wire/error.ts';

const answered = z.object({ secondFactorRequired: z.boolean().optional() });
const session = z.object({ user: z.object({ id: z.string(), email: z.string() }) });

/** What a login came to: nothing more to do, a code still to be given, or a sentence that says why not. */
type Attempt = null | 'code' | { readonly problem: string };

/** Who this browser is logged in as by now; null for nobody, or where the server cannot be asked. */
export async function whoIsLoggedIn(): Promise<{ id: string; email: string } | null> {
  try {
    const answer = await fetch('/api/auth/session', { cache: 'no-store' });
    if (!answer.ok) return null;
    return session.parse(await answer.json()).user;
  } catch {
    return null;
  }
}

/** Logs in without leaving the page. */
export function logIn(email: string, password: string): Promise<Attempt> {
  return post('/api/auth/login', { email, password }, 'E-mail or password is not right.');
}

/** Gives the code that a login still owes. */
export function confirmCode(code: string): Promise<Attempt> {
  return post('/api/auth/login/second-factor', { code }, 'This code is not right, or no longer.');
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
    if (answer.status === 401 || answer.status === 422) return { problem: wrong };
    const refused = errorSchema.safeParse(read);
    return { problem: refused.success ? refused.data.message : 'That did not work. Try again.' };
  } catch {
    return { problem: 'The server cannot be reached. Check the connection, then try again.' };
  }
}
