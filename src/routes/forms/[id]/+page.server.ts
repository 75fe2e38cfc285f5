import { redirect } from '@sveltejs/kit';
import { isLanguage } from '#domain/language.ts';
import { m } from '#i18n/compiled/messages.js';
import { getLocale } from '#i18n/compiled/runtime.js';
import { createFormAction } from '#ui/kit/form-action.ts';
import { groupIssuesByInput, type RefusalWords } from '#ui/kit/form-problem.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ locals, params }) => {
  try {
    return await locals.caller.form.view({ id: params.id });
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};

/** Elsewhere, codes come from an authenticator app. Here they are emailed. */
const emailedCode: RefusalWords = {
  issuesOf: (issues) => {
    const { code, ...others } = groupIssuesByInput(issues);
    return code === undefined ? others : { ...others, code: m.templates_form_wrong_code() };
  },
};

export const actions: Actions = {
  link: createFormAction(async ({ caller, param, text }) => {
    const email = text('email').trim();
    await caller.form.sendLink({ id: param('id'), email });
    return { linkTo: email };
  }),
  start: createFormAction(async ({ caller, param, text }) => {
    const [name, email, locale] = [text('name'), text('email').trim(), getLocale()];
    const language = isLanguage(locale) ? { language: locale } : {};
    const { startId } = await caller.form.start({ id: param('id'), name, email, ...language });
    return { startId, email };
  }),
  confirm: createFormAction(async ({ caller, param, text }) => {
    const [startId, code] = [text('startId'), text('code')];
    const { url } = await caller.form.confirm({ id: param('id'), startId, code });
    redirect(303, url);
  }, emailedCode),
};
