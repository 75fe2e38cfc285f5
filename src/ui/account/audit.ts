import type { RequestEvent } from '@sveltejs/kit';

/** Where a request came from, as it is recorded with logins. */
export function auditOf(event: RequestEvent): { ipAddress: string; userAgent: string | null } {
  return { ipAddress: event.getClientAddress(), userAgent: event.request.headers.get('user-agent') };
}

/** Text of a form's input; empty where there is none. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
