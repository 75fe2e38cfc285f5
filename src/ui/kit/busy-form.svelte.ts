import type { SubmitFunction } from '@sveltejs/kit';

/**
 * Creates a `use:enhance` submitter that shows when the form is being sent, and keeps what was typed if the
 * form is refused.
 */
export function createBusyForm(
  options: {
    readonly done?: (succeeded: boolean) => void;
    /** Keeps the inputs as they are after success too, for forms that show what is stored. */
    readonly keep?: boolean;
  } = {},
): {
  readonly now: boolean;
  readonly submit: SubmitFunction;
} {
  let now = $state(false);
  const submit: SubmitFunction = () => {
    now = true;
    return async ({ result, update }) => {
      await update({ reset: result.type === 'success' && options.keep !== true });
      now = false;
      options.done?.(result.type === 'success' || result.type === 'redirect');
    };
  };
  return {
    get now() {
      return now;
    },
    submit,
  };
}
