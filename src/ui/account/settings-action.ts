import { fail, type Action } from '@sveltejs/kit';
import { submit, type Submitted } from '#ui/kit/form-action.ts';

/** The result of a settings form. */
export type SettingsOutcome = {
  /** The name of the form's action. */
  readonly at: string;
  /** The row that the form belongs to, on pages with a form for each row. */
  readonly id?: string;
  readonly problem?: string;
  readonly issues?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, string>>;
  /** Shown only once: recovery codes, or the URL that sets up an authenticator app. */
  readonly recoveryCodes?: readonly string[];
  readonly totpUrl?: string;
  /** How many items of each kind were changed. */
  readonly counts?: Readonly<Record<string, number>>;
  /** Which items of a list were refused, with the reason. */
  readonly leftOut?: readonly { readonly name: string; readonly problem: string }[];
};
type Said = Pick<SettingsOutcome, 'recoveryCodes' | 'totpUrl' | 'counts' | 'leftOut'>;

/**
 * Creates a form action for a settings page. Such pages have several forms, so `at` names the form that the
 * outcome belongs to.
 */
export function createSettingsAction(
  at: string,
  run: (submitted: Submitted) => Promise<Said | undefined>,
): Action {
  return async (event) => {
    const form = await event.request.formData();
    const id = form.get('id');
    const about = typeof id === 'string' ? { at, id } : { at };
    const outcome = await submit<Said | undefined>(event, form, run);
    if (outcome !== undefined && 'status' in outcome)
      return fail(outcome.status, { ...about, ...outcome.data } satisfies SettingsOutcome);
    return { ...about, ...outcome } satisfies SettingsOutcome;
  };
}

/** Returns a form's result, or null if no form or another form of the page was submitted. */
export function findSettingsOutcome(form: unknown, at: string, id?: string): SettingsOutcome | null {
  const outcome = form as SettingsOutcome | null;
  return outcome?.at === at && (id === undefined || outcome.id === id) ? outcome : null;
}
