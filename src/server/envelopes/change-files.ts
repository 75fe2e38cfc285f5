import type { Refuse } from '#domain/decision.ts';
import type { Facts } from '#domain/envelope/facts.ts';
import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import type { FileChange } from '#domain/envelope/files/changed-files.ts';
import { areSameFiles } from '#domain/envelope/files/file.ts';
import { createRefusal } from '#domain/errors.ts';
import type { Services } from '#server/runtime/services.ts';
import { commit, type Alongside } from '#server/commit.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { findWaitingOutcomes } from '#server/document/place-fields.ts';
import { joinFiles } from '#server/document/join-files.ts';

type Writers = Pick<Services, 'db' | 'queue' | 'intake' | 'storage' | 'config' | 'texts'>;
type Target = {
  readonly organizationId: string;
  readonly envelopeId: string;
  readonly expectedVersion?: number | undefined;
  /** Who is waiting. Default: a request. */
  readonly waiting?: 'request' | 'job';
};
/** Plans the change of the files. Returns null if there is nothing to change. */
export type PlanFiles = (graph: EnvelopeGraph) => FileChange | Refuse | null;

/** An attempt can fail only because another change of the same envelope succeeded. */
const ATTEMPTS = 25;

/** Thrown if the files changed while they were being joined. */
class FilesChanged extends Error {}

/**
 * Changes the files of an envelope. They are joined before the envelope is locked. If the envelope's files
 * have changed in the meantime, everything is done again with the new ones.
 */
export async function changeFiles(
  services: Writers,
  target: Target,
  facts: Facts,
  plan: PlanFiles,
  alongside?: Alongside,
): Promise<EnvelopeGraph> {
  const { organizationId, envelopeId, expectedVersion, waiting = 'request' } = target;
  for (let attempt = 1; ; attempt += 1) {
    const before = await loadGraph(services, organizationId, envelopeId);
    refuseOtherVersion(before, expectedVersion);
    const planned = requireAccepted(plan(before));
    const whole = planned && (await joinFiles(services, waiting, before, planned.files));
    const outcomes =
      planned &&
      (await findWaitingOutcomes(services, waiting, before, { prepared: whole, files: planned.files }));
    try {
      return await commit(
        services,
        target,
        facts,
        (graph) => {
          if (!areSameFiles(graph.files, before.files)) throw new FilesChanged();
          // The change is planned again under the lock, since the envelope may have been sent.
          const change = plan(graph);
          if (change === null || whole === null || outcomes === null)
            return { kind: 'accept', patch: {}, events: [], effects: [] };
          return change.kind === 'refuse' ? change : change.decide(whole, outcomes);
        },
        alongside,
      );
    } catch (error) {
      if (!(error instanceof FilesChanged)) throw error;
      if (attempt === ATTEMPTS)
        throw createRefusal('version_conflict', { currentVersion: before.envelope.version });
    }
  }
}

function refuseOtherVersion({ envelope }: EnvelopeGraph, expected: number | undefined): void {
  if (expected !== undefined && expected !== envelope.version)
    throw createRefusal('version_conflict', { currentVersion: envelope.version });
}

function requireAccepted(planned: ReturnType<PlanFiles>): FileChange | null {
  if (planned?.kind === 'refuse') throw createRefusal(planned.code, planned.details);
  return planned;
}
