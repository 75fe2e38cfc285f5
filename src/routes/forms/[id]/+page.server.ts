import { redirect } from '@sveltejs/kit';
import { isLanguage } from '#domain/language.ts';
import { getLocale } from '#i18n/compiled/runtime.js';
import { formAction } from '#ui/kit/form-action.ts';
import { pageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ locals, params }) => {
  try {
    return await locals.caller.form.view({ id: params.id });
  } catch (thrown) {
    return pageRefusal(thrown);
  }
};

export const actions: Actions = {
  start: formAction(async ({ caller, param, text }) => {
    const [name, email, locale] = [text('name'), text('email').trim(), getLocale()];
    const language = isLanguage(locale) ? { language: locale } : {};
    const { startId } = await caller.form.start({ id: param('id'), name, email, ...language });
    return { startId, email };
  }),
  confirm: formAction(async ({ caller, param, text }) => {
    const [startId, code] = [text('startId'), text('code')];
    const { url } = await caller.form.confirm({ id: param('id'), startId, code });
    redirect(303, url);
  }),
};
