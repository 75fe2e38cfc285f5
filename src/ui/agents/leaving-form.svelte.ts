import type { SubmitFunction } from '@sveltejs/kit';

/**
 * A `use:enhance` submitter whose answer leads away from our pages: the browser itself goes there, since neither a form
 * nor the router may end at an app's address. `gone` tells that it went; an app on the device leaves the page standing.
 */
export function leavingForm(): {
  readonly busy: boolean;
  readonly gone: boolean;
  readonly submit: SubmitFunction;
} {
  let busy = $state(false);
  let gone = $state(false);
  const submit: SubmitFunction = () => {
    busy = true;
    return async ({ result, update }) => {
      if (result.type === 'redirect' && !result.location.startsWith('/login')) {
        location.assign(result.location);
        gone = true;
        return;
      }
      await update({ reset: false });
      busy = false;
    };
  };
  return {
    get busy() {
      return busy;
    },
    get gone() {
      return gone;
    },
    submit,
  };
}
