import { redirect } from '@sveltejs/kit';
import { pickScopes } from '#domain/organization/scope.ts';
import { m } from '#i18n/compiled/messages.js';
import { buildSignInPath } from '#ui/account/next-path.ts';
import { createFormAction } from '#ui/kit/form-action.ts';
import type { RefusalWords } from '#ui/kit/form-problem.ts';
import { toWireError } from '#wire/error.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ locals, params, url }) => {
  if (locals.session === null) redirect(303, buildSignInPath(url.pathname));
  const person = locals.session.user;
  try {
    return { person, request: await locals.caller.auth.getConsentRequest({ id: params.id }) };
  } catch (thrown) {
    if (toWireError(thrown)?.code !== 'not_found') throw thrown;
    return { person, request: null };
  }
};

const words: RefusalWords = {
  explain: ({ code }) => (code === 'not_found' ? m.account_consent_expired_title() : null),
};

export const actions: Actions = {
  allow: createFormAction(async ({ caller, param, form, text }) => {
    const scopes = pickScopes(form.getAll('scopes').map(String));
    const asksFirst = form.has('asksFirst');
    const choice = { id: param('id'), organizationId: text('organizationId'), scopes, asksFirst };
    redirect(303, (await caller.auth.allowAgent(choice)).redirectTo);
  }, words),
  deny: createFormAction(async ({ caller, param }) => {
    redirect(303, (await caller.auth.denyAgent({ id: param('id') })).redirectTo);
  }, words),
};
