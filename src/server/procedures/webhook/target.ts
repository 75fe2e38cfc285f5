import { invalid } from '#domain/errors.ts';
import { targetProblem } from '#server/outbound/target.ts';
import type { Services } from '#server/app/services.ts';

/** Refuses a webhook's URL that can be seen never to be reached. What its name resolves to is looked at with each message. */
export function demandTarget(services: Pick<Services, 'config'>, url: string): void {
  const problem = targetProblem(services.config.outbound, url);
  if (problem !== null) throw invalid([{ path: '/url', message: problem.message }]);
}
