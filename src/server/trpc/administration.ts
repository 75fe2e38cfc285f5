import type { AdministrativeAction } from '#domain/organization/administrative-actions.ts';
import type { NewId } from '#domain/identifier.ts';
import type { Audit, Clock } from '#server/app/context.ts';
import { insertAdministrativeAction } from '#server/db/organizations/administrative-actions.ts';
import type { Transaction } from '#server/db/client/client.ts';
import type { Principal, Session } from '#server/surface/principal.ts';
import type { Member } from './audience.ts';

type Recorder = { readonly clock: Clock; readonly newId: NewId };

/**
 * What was done to what. `details` are short texts by name, such as `{from: 'member', to: 'admin'}`; never a
 * secret.
 */
export type RecordedAction = {
  readonly action: AdministrativeAction;
  readonly subject: { readonly id: string | null; readonly name: string };
  readonly details?: Readonly<Record<string, string>>;
};

/**
 * Records an administrative action of a procedure's caller in the transaction of the change. Every procedure
 * that changes an organization's settings calls it.
 */
export async function recordAction(
  tx: Transaction,
  ctx: { readonly services: Recorder; readonly audit: Audit; readonly session: Session },
  action: RecordedAction,
): Promise<void> {
  const { user, organization } = ctx.session;
  await recordActionOf(
    tx,
    ctx.services,
    { organizationId: organization.id, person: user, audit: ctx.audit },
    action,
  );
}

/** Records an action of any member; actions of keys and agents carry the name of the person they act for. */
export async function recordActionOfMember(
  tx: Transaction,
  ctx: {
    readonly services: Recorder;
    readonly audit: Audit;
    readonly member: Member;
    readonly principal: Principal;
  },
  action: RecordedAction,
): Promise<void> {
  const { organizationId, sender } = ctx.member;
  const name = ctx.principal.kind === 'api_key' ? `${sender.name} (API key)` : sender.name;
  const by = { organizationId, person: { id: sender.userId, name }, audit: ctx.audit };
  await recordActionOf(tx, ctx.services, by, action);
}

/**
 * Records an action of a person without a session in the organization, of its directory, which has a name only, or of the
 * operator's command line without a person.
 */
export async function recordActionOf(
  tx: Transaction,
  services: Recorder,
  by: {
    readonly organizationId: string;
    readonly person: { readonly id: string | null; readonly name: string } | null;
    readonly audit: Audit;
  },
  { action, subject, details }: RecordedAction,
): Promise<void> {
  await insertAdministrativeAction(tx, {
    id: services.newId('administrativeAction'),
    organizationId: by.organizationId,
    actorId: by.person?.id ?? null,
    actorName: by.person?.name ?? 'Command line',
    action,
    subjectId: subject.id,
    subjectName: subject.name,
    details: details ?? null,
    occurredAt: services.clock(),
    ...by.audit,
  });
}
