import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { JsonAnswer } from '#server/http/rest/rest.ts';
import { getErrorCode } from '#domain/error-code.ts';
import { WorkCutShort } from '#server/process/cut-short.ts';

/** Time that a client has to send the rest of a body that is no longer read. */
const DROP_TIMEOUT_MS = 30_000;

/** Returns a Fetch request for a Node request. Its signal aborts when the client disconnects. */
export function toRequest(message: IncomingMessage, response: ServerResponse, origin: string): Request {
  const method = message.method ?? 'GET';
  const gone = new AbortController();
  response.on('close', () => {
    // Aborting creates an error with a stack, which is wasted once the response has been sent.
    if (!response.writableFinished) gone.abort();
  });
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(new URL(message.url ?? '/', origin), {
    method,
    headers: readHeaders(message),
    signal: gone.signal,
    ...(hasBody ? { body: readBody(message), duplex: 'half' } : {}),
  });
}

/** Returns the header fields of a request. */
export function readHeaders(message: IncomingMessage): Headers {
  const headers = new Headers();
  for (let i = 0; i + 1 < message.rawHeaders.length; i += 2) {
    const name = message.rawHeaders[i] ?? '';
    if (!name.startsWith(':')) headers.append(name, message.rawHeaders[i + 1] ?? '');
  }
  return headers;
}

/** Returns the body of a request. If it isn't read completely, the connection stays open. */
function readBody(message: IncomingMessage): ReadableStream<Uint8Array> {
  return NodeReadableStream.from(readChunks(message)) as ReadableStream<Uint8Array>;
}

/**
 * Reads a body as it arrives. Only its client can make this fail: by leaving, or by sending so slowly that it
 * is disconnected. Such requests are cut short. They aren't errors, and connections.ts counts them.
 */
export async function* readChunks(message: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* message.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  } catch {
    throw new WorkCutShort('the client left before its body had arrived');
  }
}

/**
 * Discards what still arrives of a request that has been answered, such as one that was refused. Many clients
 * read the response only after they have sent everything, and then reuse the connection. A client that keeps
 * sending for too long is disconnected.
 */
export function dropRest(message: IncomingMessage): void {
  if (message.complete) return;
  const impatience = setTimeout(() => message.socket.destroy(), DROP_TIMEOUT_MS);
  message.once('close', () => clearTimeout(impatience));
  message.resume();
}

/** Writes a Fetch response. If the client disconnects, the response's stream is ended. */
export async function writeResponse(
  response: ServerResponse,
  answer: Response,
  headOnly: boolean,
): Promise<void> {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) {
    if (name !== 'set-cookie') response.setHeader(name, value);
  }
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  if (answer instanceof JsonAnswer && !headOnly) return endWith(response, answer.answer.bytes);
  // A client that has left gets nothing, and its stream is ended, since live streams count against a limit
  // until then.
  if (answer.body === null || headOnly || response.closed) {
    await answer.body?.cancel();
    response.end();
    return;
  }
  if (answer.headers.get('content-type')?.startsWith('application/json') === true) {
    return endWith(response, new Uint8Array(await answer.arrayBuffer()));
  }
  await pipeline(Readable.fromWeb(answer.body as NodeReadableStream<Uint8Array>), response).catch(
    ignoreGoneClient,
  );
}

/** Sends a complete body. */
function endWith(response: ServerResponse, body: Uint8Array): void {
  if (!response.headersSent) response.setHeader('content-length', body.byteLength);
  response.end(body);
}

function ignoreGoneClient(error: unknown): void {
  const code = getErrorCode(error);
  if (code !== 'ERR_STREAM_PREMATURE_CLOSE' && code !== 'ECONNRESET' && code !== 'EPIPE') throw error;
}
