import { createRefusal } from '#domain/errors.ts';

/** Returns the request's bytes as a stream that fails once it exceeds `maxBytes`. */
export function limitBody(request: Request, maxBytes: number): ReadableStream<Uint8Array> | null {
  const tooLarge = createRefusal('payload_too_large', { maxBytes });
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge;
  let size = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > maxBytes) controller.error(tooLarge);
      else controller.enqueue(chunk);
    },
  });
  return request.body?.pipeThrough(count) ?? null;
}
