/**
 * A separate script that gives a browser or a worker the functions of today's browsers that the oldest
 * supported ones lack (see oldest.ts). Each module adds its function only where it's missing.
 */
import { Segmenter } from './segmenter.ts';
import 'core-js/modules/es.array.find-last.js';
import 'core-js/modules/es.array.find-last-index.js';
import 'core-js/modules/es.array.to-reversed.js';
import 'core-js/modules/es.array.to-sorted.js';
import 'core-js/modules/es.array.to-spliced.js';
import 'core-js/modules/es.array.with.js';
import 'core-js/modules/es.array-buffer.detached.js';
import 'core-js/modules/es.array-buffer.transfer.js';
import 'core-js/modules/es.array-buffer.transfer-to-fixed-length.js';
import 'core-js/modules/es.iterator.constructor.js';
import 'core-js/modules/es.iterator.chunks.js';
import 'core-js/modules/es.iterator.concat.js';
import 'core-js/modules/es.iterator.drop.js';
import 'core-js/modules/es.iterator.every.js';
import 'core-js/modules/es.iterator.filter.js';
import 'core-js/modules/es.iterator.find.js';
import 'core-js/modules/es.iterator.flat-map.js';
import 'core-js/modules/es.iterator.for-each.js';
import 'core-js/modules/es.iterator.from.js';
import 'core-js/modules/es.iterator.includes.js';
import 'core-js/modules/es.iterator.join.js';
import 'core-js/modules/es.iterator.map.js';
import 'core-js/modules/es.iterator.reduce.js';
import 'core-js/modules/es.iterator.some.js';
import 'core-js/modules/es.iterator.take.js';
import 'core-js/modules/es.iterator.to-array.js';
import 'core-js/modules/es.iterator.windows.js';
import 'core-js/modules/es.iterator.zip.js';
import 'core-js/modules/es.iterator.zip-keyed.js';
import 'core-js/modules/es.map.group-by.js';
import 'core-js/modules/es.map.get-or-insert.js';
import 'core-js/modules/es.map.get-or-insert-computed.js';
import 'core-js/modules/es.math.f16round.js';
import 'core-js/modules/es.math.sum-precise.js';
import 'core-js/modules/es.object.group-by.js';
import 'core-js/modules/es.promise.try.js';
import 'core-js/modules/es.promise.with-resolvers.js';
import 'core-js/modules/es.array.from-async.js';
import 'core-js/modules/es.regexp.escape.js';
import 'core-js/modules/es.set.difference.v2.js';
import 'core-js/modules/es.set.intersection.v2.js';
import 'core-js/modules/es.set.is-disjoint-from.v2.js';
import 'core-js/modules/es.set.is-subset-of.v2.js';
import 'core-js/modules/es.set.is-superset-of.v2.js';
import 'core-js/modules/es.set.symmetric-difference.v2.js';
import 'core-js/modules/es.set.union.v2.js';
import 'core-js/modules/es.string.is-well-formed.js';
import 'core-js/modules/es.string.to-well-formed.js';
import 'core-js/modules/es.typed-array.find-last.js';
import 'core-js/modules/es.typed-array.find-last-index.js';
import 'core-js/modules/es.typed-array.to-reversed.js';
import 'core-js/modules/es.typed-array.to-sorted.js';
import 'core-js/modules/es.typed-array.with.js';
import 'core-js/modules/es.uint8-array.from-base64.js';
import 'core-js/modules/es.uint8-array.from-hex.js';
import 'core-js/modules/es.uint8-array.set-from-base64.js';
import 'core-js/modules/es.uint8-array.set-from-hex.js';
import 'core-js/modules/es.uint8-array.to-base64.js';
import 'core-js/modules/es.uint8-array.to-hex.js';
import 'core-js/modules/es.weak-map.get-or-insert.js';
import 'core-js/modules/es.weak-map.get-or-insert-computed.js';
import 'core-js/modules/web.url.can-parse.js';
import 'core-js/modules/web.url.parse.js';
import 'core-js/modules/web.url-search-params.delete.js';
import 'core-js/modules/web.url-search-params.has.js';
import 'core-js/modules/web.url-search-params.size.js';

if (typeof AbortSignal !== 'undefined') {
  AbortSignal.any ??= combineSignals;
  AbortSignal.timeout ??= createTimeoutSignal;
}
(Intl as { Segmenter?: unknown }).Segmenter ??= Segmenter;

if (typeof HTMLFormElement !== 'undefined') HTMLFormElement.prototype.requestSubmit ??= pressSubmit;

/** Stands in for `requestSubmit` (https://html.spec.whatwg.org/#dom-form-requestsubmit). */
function pressSubmit(this: HTMLFormElement, submitter?: HTMLElement | null): void {
  const button = submitter ?? this.appendChild(document.createElement('button'));
  button.hidden ||= button !== submitter;
  button.click();
  if (button !== submitter) button.remove();
}

/** Stands in for `AbortSignal.any` (https://dom.spec.whatwg.org/#dom-abortsignal-any). */
function combineSignals(signals: Iterable<AbortSignal>): AbortSignal {
  const all = [...signals];
  const controller = new AbortController();
  const aborted = all.find((signal) => signal.aborted);
  if (aborted !== undefined) controller.abort(aborted.reason);
  for (const signal of all)
    signal.addEventListener('abort', () => controller.abort(signal.reason), {
      once: true,
      signal: controller.signal,
    });
  return controller.signal;
}

/** Stands in for `AbortSignal.timeout` (https://dom.spec.whatwg.org/#dom-abortsignal-timeout). */
function createTimeoutSignal(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  const reason = new DOMException(undefined, 'TimeoutError');
  setTimeout(() => controller.abort(reason), milliseconds);
  return controller.signal;
}
