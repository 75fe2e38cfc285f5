import type { ActionFailure, RequestEvent } from '@sveltejs/kit';
import { toFormFailure, type FormProblem, type RefusalWords } from './form-problem.ts';

/** A submitted form, and the procedures to call with its values. */
export type Submitted = {
  readonly caller: App.Locals['caller'];
  readonly form: FormData;
  readonly url: URL;
  readonly cookies: RequestEvent['cookies'];
  /** Returns the text of an input as it was typed, or an empty text if there is no such input. */
  readonly text: (name: string) => string;
  /** Returns a parameter of the page's path. */
  readonly param: (name: string) => string;
};

/**
 * Makes a form action. `run` calls procedures. Anything that their input schemas refuse is shown next to the
 * inputs, along with what was typed.
 */
export function createFormAction<Answer>(
  run: (submitted: Submitted) => Promise<Answer>,
  words: RefusalWords = {},
) {
  return async (event: RequestEvent): Promise<Answer | ActionFailure<FormProblem>> =>
    await submit(event, await event.request.formData(), run, words);
}

/** Runs a form action with a form that has already been read. */
export async function submit<Answer>(
  event: Pick<RequestEvent, 'locals' | 'params' | 'url' | 'cookies'>,
  form: FormData,
  run: (submitted: Submitted) => Promise<Answer>,
  words: RefusalWords = {},
): Promise<Answer | ActionFailure<FormProblem>> {
  const { locals, url, cookies } = event;
  const params: Readonly<Record<string, string | undefined>> = event.params;
  const getText = (name: string) => getFormText(form, name);
  try {
    return await run({
      caller: locals.caller,
      form,
      url,
      cookies,
      text: getText,
      param: (name) => params[name] ?? '',
    });
  } catch (thrown) {
    return toFormFailure(thrown, form, words);
  }
}

/** Returns the text of a form's input, or an empty text if there is no such input. */
export function getFormText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
