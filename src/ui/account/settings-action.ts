import { fail, type Action } from '@sveltejs/kit';
import { formFailure } from '#ui/kit/form-problem.ts';

/** What became of a form of the settings: which one it was, and what it has to say. */
export type SettingsOutcome = {
  readonly at: string;
  /** What the form was about, where a page has several of a kind. */
  readonly id?: string;
  readonly problem?: string;
  readonly issues?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, string>>;
  /** Shown this once: recovery codes, or the URL that an authenticator app is set up with. */
  readonly recoveryCodes?: readonly string[];
  readonly totpUrl?: string;
};
type Said = Pick<SettingsOutcome, 'recoveryCodes' | 'totpUrl'>;
type Caller = App.Locals['caller'];

/** A form action of a settings page: `run` calls the procedure; a refusal comes back with what was typed. */
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

/** What a form's own action came to; null where another form of the page was sent, or none. */
export function outcomeOf(form: unknown, at: string, id?: string): SettingsOutcome | null {
  const outcome = form as SettingsOutcome | null;
  return outcome?.at === at && (id === undefined || outcome.id === id) ? outcome : null;
}
