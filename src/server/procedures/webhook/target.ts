import { invalid } from '#domain/errors.ts';
import { targetProblem } from '#server/outbound/target.ts';
import type { World } from '#server/world.ts';

/** Refuses a webhook's URL that can be seen never to be reached. What its name resolves to is looked at with each message. */
export function demandTarget(world: Pick<World, 'config'>, url: string): void {
  const problem = targetProblem(world.config.outbound, url);
  if (problem !== null) throw invalid([{ path: '/url', message: problem.message }]);
}
