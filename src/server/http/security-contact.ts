import { createRefusal } from '#domain/errors.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Services } from '#server/runtime/services.ts';

/** RFC 9116 section 2.5.5 recommends less than a year. */
const VALID_MS = 90 * DAY_MS;

/** Says where people report vulnerabilities (RFC 9116). Refuses with `not_found` if no setting says it. */
export function answerSecurityContact({ config, clock }: Pick<Services, 'config' | 'clock'>): Response {
  const { securityContact, http } = config;
  if (securityContact === null) throw createRefusal('not_found');
  const lines = [
    `Contact: ${securityContact}`,
    `Expires: ${new Date(clock().getTime() + VALID_MS).toISOString()}`,
    `Canonical: ${new URL('/.well-known/security.txt', http.origin).href}`,
  ];
  return new Response(lines.map((line) => `${line}\n`).join(''), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' },
  });
}
