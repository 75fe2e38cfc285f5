import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { formatVerifierKey } from '#domain/log/note.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { readLogKey } from '#server/log/identity.ts';
import { listPublishedRoots, listPublishedTimestampRoots } from '#server/sealing/published-roots.ts';
import type { Services } from '#server/runtime/services.ts';
import { isForm, readBytes, readFormFiles } from './rest/input.ts';
import { MethodNotAllowed } from './rest/rest.ts';

/**
 * Verifies for anyone the sealed file in the body, against this instance's roots and those of its timestamp
 * services. The body is the file, or a form with `file` and the exported `evidence`; the proof in the
 * evidence is then checked with the log's key. Nothing is stored. `GET` returns the roots and the keys of the
 * log and its witnesses, so that a verifier elsewhere can trust them. Refuses with `malformed_request`,
 * `payload_too_large`, `rate_limited` and `unavailable`.
 */
export async function answerVerify(
  services: Services,
  request: Request,
  ipAddress: string | null,
): Promise<Response> {
  const [roots, timestampRoots, log] = await Promise.all([
    listPublishedRoots(services),
    listPublishedTimestampRoots(services),
    readPublishedLog(services),
  ]);
  if (request.method === 'GET' || request.method === 'HEAD')
    return Response.json(
      {
        roots: roots.map(describeCertificate),
        timestampRoots: timestampRoots.map(describeCertificate),
        log,
      },
      { headers: { 'cache-control': 'public, max-age=300' } },
    );
  if (request.method !== 'POST') throw new MethodNotAllowed(['GET', 'HEAD', 'POST']);
  const address = ipAddress ?? 'unknown';
  await services.rates.verification.take(address);
  return await services.rates.verifying.run(address, async () => {
    const { file, evidence } = await readFiles(request);
    const trusted =
      log === null
        ? undefined
        : { keys: [log.key], witnesses: log.witnesses, quorum: services.config.log.quorum };
    return Response.json(
      await services.sealing.report(file, {
        ...{ roots, timestampRoots, now: services.clock() },
        ...{ evidence, log: trusted },
      }),
    );
  });
}

/**
 * Reads the sealed file and, from a form, the exported evidence. The two together may be as long as a single
 * file.
 */
async function readFiles(request: Request): Promise<{ file: Uint8Array; evidence?: Uint8Array }> {
  const body = await readBytes(request, LIMITS.verificationMaxBytes);
  const type = request.headers.get('content-type');
  if (type === null || !isForm(type)) return { file: body };
  const { file, evidence } = await readFormFiles(body, type, ['file', 'evidence']);
  if (file === undefined) throw createRefusal('malformed_request', undefined, 'The form has no file.');
  return { file, ...(evidence && { evidence }) };
}

/** Returns the keys of the log and of the witnesses that sign it; null until the log begins. */
async function readPublishedLog(services: Services) {
  const key = await readLogKey(services);
  if (key === null) return null;
  return { key: formatVerifierKey(key), witnesses: services.config.log.witnesses.map(({ vkey }) => vkey) };
}

function describeCertificate(der: Uint8Array): { readonly sha256: string; readonly certificate: string } {
  return { sha256: computeSha256Hex(der), certificate: toPem(der) };
}

function toPem(der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
