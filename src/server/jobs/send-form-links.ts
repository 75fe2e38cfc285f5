import type { EffectPayloads } from '#domain/effects.ts';
import { SYSTEM } from '#domain/actor.ts';
import { renewLink } from '#domain/envelope/renew-link.ts';
import type { Services } from '#server/app/services.ts';
import { collectFacts } from '#server/app/context.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readForm, readFormStart, findUnfinished } from '#server/db/templates/forms.ts';
import { decide } from './decide-as-system.ts';

/** Renews the links of the form's envelopes that a person still has to sign. */
export async function sendFormLinks(
  services: Services,
  { organizationId, startId }: EffectPayloads['svc/form.link_requested'],
): Promise<void> {
  const unfinished = await transaction(services.db, { organizationId }, async (tx) => {
    const start = await readFormStart(tx, startId);
    const form = start === null ? null : await readForm(tx, start.formId);
    return start === null || form === null ? [] : await findUnfinished(tx, form, start.email);
  });
  for (const { envelopeId, participantId } of unfinished) {
    await decide(services, { organizationId, envelopeId }, (graph) =>
      renewLink(graph, participantId, collectFacts(SYSTEM, services)),
    );
  }
}
