import type { SubmitFunction } from '@sveltejs/kit';

/**
 * Creates a `use:enhance` submitter for redirects that leave our pages. The browser follows them itself,
 * because neither a form nor the router may end at an app's address. If an app on the device takes over, the
 * page stays open and `gone` becomes true.
 */
export function createLeavingForm(): {
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
