import { lacksFunctions } from '#ui/older-browsers/lacks-functions.ts';
import { WORKER_FAILURE } from './worker-failure.ts';

/** What a worker has that a page doesn't. */
declare const self: Pick<Worker, 'postMessage'> & Pick<Window, 'addEventListener' | 'name'>;
declare function importScripts(...addresses: string[]): void;

// The page names its worker after the script.
if (lacksFunctions()) importScripts(self.name);
// pdf.js waits forever for a call that failed where it doesn't expect it.
self.addEventListener('unhandledrejection', ({ reason }) => {
  self.postMessage({ [WORKER_FAILURE]: String(reason) });
});
