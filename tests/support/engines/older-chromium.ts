import type { BrowserContext } from '@playwright/test';

/**
 * What the oldest supported browsers lack. Each of the three lacks at least some of it (compatibility data of
 * 2026).
 */
const MISSING: Readonly<Record<string, readonly string[]>> = {
  globalThis: [
    ...['Iterator', 'Float16Array', 'ImageDecoder', 'OffscreenCanvas', 'requestIdleCallback', 'scheduler'],
    ...['CompressionStream', 'DecompressionStream', 'DisposableStack', 'AsyncDisposableStack'],
    ...['SuppressedError', 'ViewTransition', 'CookieStore', 'cookieStore', 'Temporal'],
  ],
  'Array.prototype': ['findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with'],
  'Object.getPrototypeOf(Int8Array.prototype)': [
    ...['findLast', 'findLastIndex', 'toReversed', 'toSorted', 'with'],
  ],
  'ArrayBuffer.prototype': ['transfer', 'transferToFixedLength', 'detached', 'resize', 'resizable'],
  'Object.getPrototypeOf(Object.getPrototypeOf([].values()))': [
    ...[
      'chunks',
      'drop',
      'every',
      'filter',
      'find',
      'flatMap',
      'forEach',
      'includes',
      'join',
      'map',
      'reduce',
    ],
    ...['some', 'take', 'toArray', 'windows'],
  ],
  Array: ['fromAsync'],
  Map: ['groupBy'],
  Object: ['groupBy'],
  Math: ['f16round', 'sumPrecise'],
  Promise: ['try', 'withResolvers'],
  RegExp: ['escape'],
  URL: ['canParse', 'parse'],
  Uint8Array: ['fromBase64', 'fromHex'],
  Error: ['isError'],
  JSON: ['rawJSON', 'isRawJSON'],
  Intl: ['Segmenter', 'DurationFormat'],
  AbortSignal: ['any', 'timeout'],
  Response: ['json'],
  'Map.prototype': ['getOrInsert', 'getOrInsertComputed'],
  'WeakMap.prototype': ['getOrInsert', 'getOrInsertComputed'],
  'Set.prototype': [
    ...['difference', 'intersection', 'isDisjointFrom', 'isSubsetOf', 'isSupersetOf', 'symmetricDifference'],
    'union',
  ],
  'String.prototype': ['isWellFormed', 'toWellFormed'],
  'Uint8Array.prototype': ['setFromBase64', 'setFromHex', 'toBase64', 'toHex'],
  'DataView.prototype': ['getFloat16', 'setFloat16'],
  'URLSearchParams.prototype': ['size'],
  'Response.prototype': ['bytes'],
  'Request.prototype': ['bytes'],
  'Blob.prototype': ['bytes', 'textStream'],
  'ReadableStream.prototype': ['values'],
  // Only pages have these.
  'Document.prototype': ['adoptedStyleSheets', 'startViewTransition'],
  'Element.prototype': ['checkVisibility', 'getHTML', 'setHTML', 'ariaNotify'],
  'HTMLElement.prototype': ['showPopover', 'hidePopover', 'togglePopover', 'popover', 'inert'],
  'HTMLFormElement.prototype': ['requestSubmit'],
  'HTMLInputElement.prototype': ['showPicker'],
};

/** Removes in a page or a worker what older browsers lack. Their workers don't support modules. */
const TAKE_AWAY = `(() => {
  const owners = [${Object.keys(MISSING)
    .map((owner) => `() => ${owner}`)
    .join(', ')}];
  const names = ${JSON.stringify(Object.values(MISSING))};
  owners.forEach((find, at) => {
    let owner;
    try { owner = find(); } catch { return; }
    for (const name of names[at]) delete owner[name];
  });
  delete ReadableStream.prototype[Symbol.asyncIterator];
  if (typeof document === 'undefined') return;
  globalThis.CSSStyleSheet = class { constructor() { throw new TypeError('Illegal constructor'); } };
  const Now = globalThis.Worker;
  globalThis.Worker = class extends Now {
    constructor(address, options) {
      if (options?.type === 'module') throw new TypeError('workers of modules are not supported');
      super(address, options);
    }
  };
})();`;

/** The script of the worker that reads PDFs. */
export const PDF_WORKER = /\/pdf-worker[^/]*\.js$/;

/** Makes the pages of a context behave like the oldest supported browsers. */
export async function makeOlder(context: BrowserContext): Promise<void> {
  await context.addInitScript(TAKE_AWAY);
  await context.route(PDF_WORKER, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `${TAKE_AWAY}\n${await answer.text()}` });
  });
}
