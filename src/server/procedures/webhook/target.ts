import { createInvalidRefusal } from '#domain/errors.ts';
import { findTargetProblem } from '#server/outbound/target.ts';
import type { Services } from '#server/runtime/services.ts';

/**
 * Refuses a URL that can obviously never be reached. Each delivery checks the addresses that its host
 * resolves to.
 */
export function requireTarget(services: Pick<Services, 'config'>, url: string): void {
  const problem = findTargetProblem(services.config.outbound, url);
  if (problem !== null) throw createInvalidRefusal([{ path: '/url', message: problem.message }]);
}
