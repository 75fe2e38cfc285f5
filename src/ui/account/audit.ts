import type { RequestEvent } from '@sveltejs/kit';

/** Where a request came from, behind trusted proxies, as it is recorded with logins. */
export function auditOf({ locals, request, getClientAddress }: RequestEvent): {
  ipAddress: string | null;
  userAgent: string | null;
} {
  return {
    ipAddress: locals.app.clientAddress(request, getClientAddress()),
    userAgent: request.headers.get('user-agent')?.slice(0, 500) ?? null,
  };
}

/** Text of a form's input; empty where there is none. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
