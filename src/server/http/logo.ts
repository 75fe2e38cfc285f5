import { createRefusal } from '#domain/errors.ts';
import { LOGOS_PATH } from '#server/organizations/branding.ts';
import { buildLogoKey } from '#server/storage/keys.ts';
import type { Services } from '#server/runtime/services.ts';

const PATH = new RegExp(`^${LOGOS_PATH}/([0-9a-f]{64})\\.png$`);

/**
 * Serves a logo, a PNG that the service drew itself. The picture at an address never changes, so mail
 * programs and browsers may cache it. Refuses with `not_found`.
 */
export async function answerLogo({ storage }: Pick<Services, 'storage'>, path: string): Promise<Response> {
  const sha256 = PATH.exec(path)?.[1];
  const blob = sha256 === undefined ? null : await storage.get(buildLogoKey(sha256));
  if (blob === null) throw createRefusal('not_found');
  return new Response(blob.stream, {
    headers: {
      'content-type': 'image/png',
      'content-length': String(blob.sizeBytes),
      'cache-control': 'public, max-age=31536000, immutable',
      // Mail programs and signers' pages on other origins show the logo. When it is opened by itself, it can
      // do nothing.
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; sandbox",
      etag: `"${sha256}"`,
    },
  });
}
