import { lacksFunctions } from '#ui/older-browsers/lacks-functions.ts';
import { WORKER_FAILURE } from './worker-failure.ts';

/** The parts of the worker's scope that pages don't have. */
declare const self: Pick<Worker, 'postMessage'> & Pick<Window, 'addEventListener' | 'name'>;
declare function importScripts(...addresses: string[]): void;

// The page passes the URL of the script as the worker's name.
if (lacksFunctions()) importScripts(self.name);
// If a call fails where pdf.js doesn't expect it, pdf.js waits for it forever.
self.addEventListener('unhandledrejection', ({ reason }) => {
  self.postMessage({ [WORKER_FAILURE]: String(reason) });
});
