import type { RequestEvent } from '@sveltejs/kit';

/** Returns where a request came from, as it is recorded with sign-ins. */
export function auditOf({ locals, request, getClientAddress }: RequestEvent): {
  ipAddress: string | null;
  userAgent: string | null;
} {
  return {
    ipAddress: locals.app.clientAddress(request, getClientAddress()),
    userAgent: request.headers.get('user-agent')?.slice(0, 500) ?? null,
  };
}

/** Returns the text of a form's input, or an empty string. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
