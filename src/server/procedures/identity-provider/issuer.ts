import { createInvalidRefusal } from '#domain/errors.ts';
import { findTargetProblem } from '#server/outbound/target.ts';
import type { Services } from '#server/runtime/services.ts';

/**
 * Refuses an issuer that can obviously never be reached, or a URL of its published configuration in place of
 * the issuer.
 */
export function requireIssuer(services: Pick<Services, 'config'>, issuer: string): void {
  const problem = findTargetProblem(services.config.outbound, issuer);
  if (problem !== null) throw createInvalidRefusal([{ path: '/issuer', message: problem.message }]);
  if (/[?#]|\/\.well-known\//.test(new URL(issuer).href))
    throw createInvalidRefusal([
      { path: '/issuer', message: 'must be the issuer, without /.well-known/openid-configuration' },
    ]);
}
