import { LIMITS } from '#domain/limits.ts';
import { formatVerifierKey } from '#domain/log/note.ts';
import { sha256Hex } from '#server/crypto/hash.ts';
import { readLogKey } from '#server/log/identity.ts';
import { publishedRoots, publishedTimestampRoots } from '#server/sealing/published-roots.ts';
import type { Services } from '#server/app/services.ts';
import { MethodNotAllowed } from './rest/rest.ts';
import { readBytes } from './rest/input.ts';

/**
 * Verifies the sealed file in the body against this instance's roots and those of its timestamp services, for anyone. Nothing
 * is stored. `GET` returns the roots and the keys of the log and its witnesses, so that a verifier elsewhere can trust them. Refuses with `payload_too_large`, `rate_limited` and `unavailable`.
 */
export async function answerVerify(
  services: Services,
  request: Request,
  ipAddress: string | null,
): Promise<Response> {
  const [roots, timestampRoots] = await Promise.all([
    publishedRoots(services),
    publishedTimestampRoots(services),
  ]);
  if (request.method === 'GET' || request.method === 'HEAD')
    return Response.json(
      {
        roots: roots.map(described),
        timestampRoots: timestampRoots.map(described),
        log: await publishedLog(services),
      },
      { headers: { 'cache-control': 'public, max-age=300' } },
    );
  if (request.method !== 'POST') throw new MethodNotAllowed(['GET', 'HEAD', 'POST']);
  const address = ipAddress ?? 'unknown';
  await services.rates.verification.take(address);
  return await services.rates.verifying.run(address, async () => {
    const bytes = await readBytes(request, LIMITS.verificationMaxBytes);
    return Response.json(
      await services.sealing.report(bytes, { roots, timestampRoots, now: services.clock() }),
    );
  });
}

/** The keys of the log and of the witnesses that sign it; null until the log begins. */
async function publishedLog(services: Services) {
  const key = await readLogKey(services);
  if (key === null) return null;
  return { key: formatVerifierKey(key), witnesses: services.config.log.witnesses.map(({ vkey }) => vkey) };
}

function described(der: Uint8Array): { readonly sha256: string; readonly certificate: string } {
  return { sha256: sha256Hex(der), certificate: pemOf(der) };
}

function pemOf(der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
