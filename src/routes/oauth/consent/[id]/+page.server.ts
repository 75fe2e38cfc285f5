import { fail, redirect, type RequestEvent } from '@sveltejs/kit';
import { scopesAmong } from '#domain/organization/scope.ts';
import { auditOf, textOf } from '#ui/account/audit.ts';
import { formFailure } from '#ui/kit/form-problem.ts';
import { refusalOf } from '#wire/error.ts';
import type { Actions, PageServerLoad } from './$types';
import { m } from '#i18n/compiled/messages.js';

/** Returns the session of whoever decides; visitors sign in first and come back. */
function decider(event: RequestEvent) {
  const { session } = event.locals;
  if (session === null) redirect(303, `/login?next=${encodeURIComponent(event.url.pathname)}`);
  return session;
}

/**
 * Tells whether this browser started the request. Otherwise an attacker could have someone else approve the attacker's
 * request, and collect the answer.
 */
function isOwnRequest({ cookies, locals, params }: RequestEvent): boolean {
  return cookies.get(locals.app.agents.cookieName) === params['id'];
}

export const load: PageServerLoad = async (event) => {
  const session = decider(event);
  event.setHeaders({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' });
  if (!isOwnRequest(event)) return { person: session.user, request: null };
  try {
    const request = await event.locals.app.agents.request(event.params.id, session);
    return { person: session.user, request };
  } catch (thrown) {
    if (refusalOf(thrown)?.code !== 'not_found') throw thrown;
    return { person: session.user, request: null };
  }
};

export const actions: Actions = {
  allow: async (event) => {
    const session = decider(event);
    const form = await event.request.formData();
    if (!isOwnRequest(event)) return fail(404, expired());
    const scopes = scopesAmong(form.getAll('scopes').map(String));
    const choice = { organizationId: textOf(form, 'organizationId'), scopes };
    const { agents } = event.locals.app;
    const next = await agents
      .allow(event.params.id, session, choice, auditOf(event))
      .catch((thrown: unknown) => formFailure(thrown, form));
    if (typeof next === 'string') redirect(303, next);
    return next;
  },
  deny: async (event) => {
    decider(event);
    if (!isOwnRequest(event)) return fail(404, expired());
    const next = await event.locals.app.agents
      .deny(event.params.id)
      .catch((thrown: unknown) => formFailure(thrown, new FormData()));
    if (typeof next === 'string') redirect(303, next);
    return next;
  },
};

function expired() {
  return { problem: m.account_consent_expired_title(), issues: {}, values: {} };
}
