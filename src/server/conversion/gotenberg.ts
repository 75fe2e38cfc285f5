import { createWriteStream, openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ConversionAttempt, ConversionDriver } from './driver.ts';

const PATH = 'forms/libreoffice/convert';

/**
 * Creates a driver that converts with the Gotenberg service at `url` and accepts at most `maxBytes` of its
 * response.
 */
export function createGotenbergDriver(url: string, maxBytes: number): ConversionDriver {
  const address = new URL(PATH, url.endsWith('/') ? url : `${url}/`);
  return {
    name: 'gotenberg',
    convert: async ({ sourcePath, targetPath, timeoutMs, signal }) => {
      const limit = AbortSignal.timeout(timeoutMs);
      try {
        const body = new FormData();
        body.set('files', await openAsBlob(sourcePath), 'document.docx');
        const answer = await fetch(address, {
          method: 'POST',
          body,
          redirect: 'error',
          signal: AbortSignal.any([signal, limit]),
        });
        if (answer.status !== 200 || answer.body === null) {
          await answer.body?.cancel();
          // 4xx: LibreOffice couldn't read the document. 503: Gotenberg reached its own time limit. Anything
          // else is a problem of the service.
          if (answer.status === 503) return createFailure('time', 'it returned 503');
          return createFailure(
            isRefusal(answer.status) ? 'refused' : 'unavailable',
            `it returned ${answer.status}`,
          );
        }
        await pipeline(Readable.from(limitBytes(answer.body, maxBytes)), createWriteStream(targetPath));
        return { kind: 'converted' };
      } catch (error) {
        if (error instanceof TooMuch) return createFailure('memory', error.message);
        if (limit.aborted) return createFailure('time', 'it did not respond in time');
        return createFailure('unavailable', error instanceof Error ? error.message : String(error));
      }
    },
    close: async () => undefined,
  };
}

class TooMuch extends Error {}

async function* limitBytes(stream: ReadableStream<Uint8Array>, maxBytes: number): AsyncIterable<Uint8Array> {
  let taken = 0;
  for await (const chunk of stream) {
    taken += chunk.byteLength;
    if (taken > maxBytes) throw new TooMuch('its response is too large');
    yield chunk;
  }
}

function isRefusal(status: number): boolean {
  return status === 400 || status === 422;
}

function createFailure(
  cause: Extract<ConversionAttempt, { kind: 'failed' }>['cause'],
  fault: string,
): ConversionAttempt {
  return { kind: 'failed', cause, fault };
}
