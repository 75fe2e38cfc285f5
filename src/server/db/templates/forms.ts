import { formStarts } from '#server/db/schema/form-starts.ts';
import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { Envelope, Participant } from '#domain/envelope/graph.ts';
import { LIMITS } from '#domain/limits.ts';
import type { ThankYou } from '#domain/template/form.ts';
import type { Database, Transaction } from '#server/db/client/client.ts';
import { matchScope, readTransaction } from '#server/db/client/transaction.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';
import { participants } from '#server/db/schema/participants.ts';
import { templateForms } from '#server/db/schema/template-forms.ts';

export type Form = typeof templateForms.$inferSelect;
export type FormStart = typeof formStarts.$inferSelect;

/** Returns a template's form; null if it has none. */
export async function readTemplateForm(tx: Transaction, templateId: string): Promise<Form | null> {
  const [form] = await tx
    .select()
    .from(templateForms)
    .where(and(matchScope(tx, templateForms), eq(templateForms.templateId, templateId)));
  return form ?? null;
}

/**
 * Returns what the public form says to a participant once they have signed; null for people who didn't come by a
 * form.
 */
export async function readThankYou(
  { db }: { readonly db: Database },
  { organizationId, templateId }: Pick<Envelope, 'organizationId' | 'templateId'>,
  { canAsk, apiRoleName }: Pick<Participant, 'canAsk' | 'apiRoleName'>,
): Promise<ThankYou | null> {
  if (canAsk || templateId === null) return null;
  const form = await readTransaction(db, { organizationId }, (tx) => readTemplateForm(tx, templateId));
  return form?.roleApiName === apiRoleName ? form.thankYou : null;
}

/** Returns a form by its public identifier. Requires its organization, or the scope `formId`. */
export async function readForm(tx: Transaction, id: string): Promise<Form | null> {
  const [form] = await tx
    .select()
    .from(templateForms)
    .where(and(matchScope(tx, templateForms), eq(templateForms.id, id)));
  return form ?? null;
}

/** Inserts a form or replaces its settings. An existing form keeps its identifier and its number of uses. */
export async function putForm(tx: Transaction, form: Form): Promise<void> {
  const { id: _id, organizationId: _organization, templateId: _template, uses: _uses, ...settings } = form;
  const { createdAt: _created, ...set } = settings;
  await tx
    .insert(templateForms)
    .values(form)
    .onConflictDoUpdate({ target: [templateForms.organizationId, templateForms.templateId], set });
}

/**
 * Deletes a template's form and everything that was started with it. Returns false if the template has no
 * form.
 */
export async function deleteForm(tx: Transaction, templateId: string): Promise<boolean> {
  const rows = await tx
    .delete(templateForms)
    .where(and(matchScope(tx, templateForms), eq(templateForms.templateId, templateId)))
    .returning({ id: templateForms.id });
  return rows.length === 1;
}

/**
 * Counts a use of a form. Returns false once the form is off, has expired or is used up. If two requests want
 * the last use, one gets it.
 */
export async function countFormUse(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const { uses, maxUses, expiresAt, enabled } = templateForms;
  const rows = await tx
    .update(templateForms)
    .set({ uses: sql`${uses} + 1` })
    .where(
      and(
        matchScope(tx, templateForms),
        eq(templateForms.id, id),
        eq(enabled, true),
        or(isNull(expiresAt), gt(expiresAt, now)),
        or(isNull(maxUses), lt(uses, maxUses)),
      ),
    )
    .returning({ id: templateForms.id });
  return rows.length === 1;
}

/** Lists closed forms of which nobody has been told yet. Requires the scope `dueRows`. */
export async function readClosedForms(
  tx: Transaction,
  limit: number,
): Promise<{ readonly organizationId: string; readonly id: string }[]> {
  const { organizationId, id, isDue, closedAt } = templateForms;
  return await tx
    .select({ organizationId, id })
    .from(templateForms)
    .where(eq(isDue, true))
    .orderBy(closedAt)
    .limit(limit);
}

/** Records that people are being notified that a form has closed. Returns null if they already were. */
export async function takeClosedForm(tx: Transaction, id: string): Promise<Form | null> {
  const [form] = await tx
    .update(templateForms)
    .set({ isDue: false })
    .where(and(matchScope(tx, templateForms), eq(templateForms.id, id), eq(templateForms.isDue, true)))
    .returning();
  return form ?? null;
}

/** Records that someone started a form. Returns false if the form was deleted at the same moment. */
export async function insertFormStart(tx: Transaction, start: FormStart): Promise<boolean> {
  const [form] = await tx
    .select({ id: templateForms.id })
    .from(templateForms)
    .where(and(matchScope(tx, templateForms), eq(templateForms.id, start.formId)))
    .for('key share');
  if (form === undefined) return false;
  await tx.insert(formStarts).values(start);
  return true;
}

/** Returns the record of a person who started a form; null if it is gone. */
export async function readFormStart(tx: Transaction, id: string): Promise<FormStart | null> {
  const [start] = await tx
    .select()
    .from(formStarts)
    .where(and(matchScope(tx, formStarts), eq(formStarts.id, id)));
  return start ?? null;
}

/**
 * Counts an attempt before its code is compared. Returns null after too many attempts, or if the start has
 * expired or was already confirmed.
 */
export async function takeFormAttempt(
  tx: Transaction,
  { id, formId }: { readonly id: string; readonly formId: string },
  now: Date,
): Promise<FormStart | null> {
  const [start] = await tx
    .update(formStarts)
    .set({ attempts: sql`${formStarts.attempts} + 1` })
    .where(
      and(
        matchScope(tx, formStarts),
        eq(formStarts.id, id),
        eq(formStarts.formId, formId),
        isNull(formStarts.confirmedAt),
        gt(formStarts.expiresAt, now),
        lt(formStarts.attempts, LIMITS.wrongCodesMax),
      ),
    )
    .returning();
  return start ?? null;
}

const LINKS_MAX = 5;

/**
 * Returns the latest of the form's envelopes that are waiting for this address to sign in the form's role.
 */
export async function findUnfinished(
  tx: Transaction,
  { organizationId, templateId, roleApiName }: Pick<Form, 'organizationId' | 'templateId' | 'roleApiName'>,
  email: string,
): Promise<{ readonly envelopeId: string; readonly participantId: string }[]> {
  return await tx
    .select({ envelopeId: envelopes.id, participantId: participants.id })
    .from(participants)
    .innerJoin(
      envelopes,
      and(
        eq(envelopes.organizationId, participants.organizationId),
        eq(envelopes.id, participants.envelopeId),
      ),
    )
    .where(
      and(
        eq(envelopes.organizationId, organizationId),
        eq(envelopes.status, 'in_progress'),
        eq(envelopes.templateId, templateId),
        eq(participants.apiRoleName, roleApiName),
        eq(participants.status, 'pending'),
        eq(sql`lower(${participants.email})`, email.toLowerCase()),
      ),
    )
    .orderBy(desc(envelopes.createdAt))
    .limit(LINKS_MAX);
}

/** Uses up a form start. Returns false if another request has done so already. */
export async function confirmFormStart(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(formStarts)
    .set({ confirmedAt: now })
    .where(and(matchScope(tx, formStarts), eq(formStarts.id, id), isNull(formStarts.confirmedAt)))
    .returning({ id: formStarts.id });
  return rows.length === 1;
}

/** Deletes form starts that expired before `before`. Requires the scope `dueRows`. */
export async function forgetFormStarts(tx: Transaction, before: Date): Promise<void> {
  await tx.delete(formStarts).where(lt(formStarts.expiresAt, before));
}
