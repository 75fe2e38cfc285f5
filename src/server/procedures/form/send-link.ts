import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { requestFormLink } from '#domain/template/form.ts';
import { formLinkInput } from '#wire/template-form.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { insertFormStart } from '#server/db/templates/forms.ts';
import { createCodeNonce } from '#server/envelopes/sent-code.ts';
import { visitorProcedure } from '#server/trpc/audience.ts';
import { loadForm } from './load-form.ts';

/**
 * Emails the links to what someone has begun to fill in, even after the form has ended. A job looks for it,
 * so neither the response nor its timing reveals who signs.
 */
export const sendFormLink = visitorProcedure
  .input(formLinkInput)
  .output(z.object({ accepted: z.literal(true) }))
  .mutation(async ({ ctx: { services, audit }, input }) => {
    await services.rates.formNetwork.take(audit.ipAddress ?? 'unknown');
    const { id: formId, organizationId } = await loadForm(services, input.id);
    await services.rates.formAddress.take(input.email.toLowerCase());
    const now = services.clock();
    const startId = services.newId('formStart');
    await transaction(services.db, { organizationId }, async (tx) => {
      await insertFormStart(tx, {
        ...{ id: startId, organizationId, formId, name: '', email: input.email, language: null },
        // No code was emailed, so none is accepted.
        ...{ codeNonce: createCodeNonce(), attempts: LIMITS.wrongCodesMax, confirmedAt: null },
        expiresAt: new Date(now.getTime() + LIMITS.sentCodeLifeMs),
        createdAt: now,
      });
      await services.queue.enqueue(tx, [requestFormLink(organizationId, startId)]);
    });
    return { accepted: true as const };
  });
