import workerUrl from './worker/pdf-worker.ts?worker&url';

/**
 * Fetches pdf.js and its worker before they are needed, and resolves once that is done. Failures are ignored,
 * because without this the document only opens later. The worker is only a hint to the browser, since starting one
 * takes memory.
 */
export function prepareViewer(): Promise<unknown> {
  const hint = document.createElement('link');
  hint.rel = 'prefetch';
  hint.href = workerUrl;
  const hinted = new Promise((resolve) => {
    hint.onload = hint.onerror = resolve;
    if (!hint.relList.supports('prefetch')) resolve(null);
  });
  document.head.append(hint);
  // Opening the document imports it again and reports any failure.
  return Promise.allSettled([hinted, import('pdfjs-dist')]);
}
