import { type HttpClient, RefusedError } from './http.ts';

/** An email as the outbox lists it. */
export interface KeptMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly createdAt: string;
}

/** The dashboard's operations for a signed-in person. */
export interface Dashboard {
  readonly newApiKey: (name: string) => Promise<string>;
  /** Returns the stored emails, newest first, after the email `cursor`. */
  readonly mails: (cursor?: string) => Promise<{ items: KeptMail[]; nextCursor: string | null }>;
  readonly mailText: (id: string) => Promise<string>;
}

/** Signs in. Rejects with RefusedError if the credentials are wrong. */
export async function signIn(
  http: HttpClient,
  credentials: { readonly email: string; readonly password: string },
): Promise<Dashboard> {
  return await withSession(http, '/api/auth/login', credentials);
}

/** Creates an organization and signs in as its owner. */
export async function signUp(
  http: HttpClient,
  owner: {
    readonly organization: string;
    readonly name: string;
    readonly email: string;
    readonly password: string;
  },
): Promise<Dashboard> {
  return await withSession(http, '/api/auth/sign-up', owner);
}

/** Returns the token in an email's signing link; null if it has none. */
export function findSigningToken(mailText: string): string | null {
  return /#token=([A-Za-z0-9_.-]+)/.exec(mailText)?.[1] ?? null;
}

async function withSession(http: HttpClient, path: string, json: unknown): Promise<Dashboard> {
  const { status, headers, bytes } = await http.request('POST', path, { json });
  if (status >= 300)
    throw new RefusedError(status, JSON.parse(bytes.toString()) as { code?: string; message?: string });
  const cookie = (headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; ');
  const query = async <T>(name: string, input: unknown): Promise<T> => {
    const path = `/api/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`;
    return (await http.json<{ result: { data: T } }>('GET', path, { cookie })).result.data;
  };
  return {
    newApiKey: async (name) => {
      const call = { cookie, json: { name } };
      const made = await http.json<{ result: { data: { secret: string } } }>(
        'POST',
        '/api/trpc/apiKey.create',
        call,
      );
      return made.result.data.secret;
    },
    mails: (cursor) => query('outbox.list', cursor === undefined ? {} : { cursor }),
    mailText: async (id) => (await query<{ text: string }>('outbox.get', { id })).text,
  };
}
