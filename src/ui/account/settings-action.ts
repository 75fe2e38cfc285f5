import { fail, type Action } from '@sveltejs/kit';
import { formFailure } from '#ui/kit/form-problem.ts';

/** Result of a settings form. */
export type SettingsOutcome = {
  /** Name of the form's action. */
  readonly at: string;
  /** Row that the form belongs to, on pages with a form for each row. */
  readonly id?: string;
  readonly problem?: string;
  readonly issues?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, string>>;
  /** Shown only once: recovery codes, or the URL that sets up an authenticator app. */
  readonly recoveryCodes?: readonly string[];
  readonly totpUrl?: string;
};
type Said = Pick<SettingsOutcome, 'recoveryCodes' | 'totpUrl'>;
type Caller = App.Locals['caller'];

/** Creates a form action of a settings page. `run` calls the procedure; a refusal returns what was typed. */
export function settingsAction(
  at: string,
  run: (caller: Caller, form: FormData) => Promise<Said | undefined>,
): Action {
  return async ({ locals, request }) => {
    const form = await request.formData();
    const id = form.get('id');
    const about = typeof id === 'string' ? { at, id } : { at };
    try {
      return { ...about, ...(await run(locals.caller, form)) } satisfies SettingsOutcome;
    } catch (thrown) {
      const { status, data } = formFailure(thrown, form);
      return fail(status, { ...about, ...data } satisfies SettingsOutcome);
    }
  };
}

/** Returns a form's result; null if another form of the page was submitted, or none. */
export function outcomeOf(form: unknown, at: string, id?: string): SettingsOutcome | null {
  const outcome = form as SettingsOutcome | null;
  return outcome?.at === at && (id === undefined || outcome.id === id) ? outcome : null;
}
