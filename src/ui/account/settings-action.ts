import { fail, type Action } from '@sveltejs/kit';
import { submit, type Submitted } from '#ui/kit/form-action.ts';

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
  /** How many of each kind were changed. */
  readonly counts?: Readonly<Record<string, number>>;
  /** What of a list was refused, with the reason. */
  readonly leftOut?: readonly { readonly name: string; readonly problem: string }[];
};
type Said = Pick<SettingsOutcome, 'recoveryCodes' | 'totpUrl' | 'counts' | 'leftOut'>;

/** Makes a form action of a settings page, which has several: `at` names the form that the outcome belongs to. */
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

/** Returns a form's result; null if another form of the page was submitted, or none. */
export function findSettingsOutcome(form: unknown, at: string, id?: string): SettingsOutcome | null {
  const outcome = form as SettingsOutcome | null;
  return outcome?.at === at && (id === undefined || outcome.id === id) ? outcome : null;
}
