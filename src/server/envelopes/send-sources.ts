import type { SendSources } from '#domain/envelope/name.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import { readGraph } from '#server/db/envelopes/envelopes.ts';
import { readSendSources } from '#server/db/envelopes/send-sources.ts';
import type { Services } from '#server/runtime/services.ts';
import { listSentVersions } from './compare-versions.ts';
import { findCrowdedChoices } from './long-values.ts';

/** Collects what sending an envelope depends on besides the envelope itself. Its pages are only read if they matter. */
export async function collectSendSources(
  services: Services,
  organizationId: string,
  envelopeId: string,
): Promise<SendSources> {
  const { hasChoices, isNewVersion, ...known } = await readSendSources(services, organizationId, envelopeId);
  const versions = isNewVersion ? await listSentVersions(services, { organizationId, envelopeId }) : null;
  const sources = { ...known, versions };
  if (!hasChoices) return { ...sources, crowded: [] };
  const draft = await readTransaction(services.db, { organizationId }, (tx) =>
    readGraph(tx, organizationId, envelopeId),
  );
  const crowded = draft === null ? [] : await findCrowdedChoices(services, organizationId, draft);
  return { ...sources, crowded };
}
