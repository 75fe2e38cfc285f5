import type { AdministrativeAction } from '#domain/organization/audit/administrative-actions.ts';
import type { NewId } from '#domain/identifier.ts';
import type { Audit, Clock } from '#server/runtime/context.ts';
import { insertAdministrativeAction } from '#server/db/organizations/administrative-actions.ts';
import type { Transaction } from '#server/db/client/client.ts';
import type { Principal } from '#server/surface/principal.ts';
import type { Member } from './audience.ts';

type Recorder = { readonly clock: Clock; readonly newId: NewId };

/**
 * An action and its target. `details` are short texts by name, such as `{from: 'member', to: 'admin'}`, and
 * never contain a secret.
 */
export type RecordedAction = {
  readonly action: AdministrativeAction;
  readonly subject: { readonly id: string | null; readonly name: string };
  readonly details?: Readonly<Record<string, string>>;
};

/** A member's call that changes the organization. */
export type Acting = {
  readonly services: Recorder;
  readonly audit: Audit;
  readonly member: Member;
  readonly principal: Principal;
};

/**
 * Records an administrative action of a procedure's caller, in the same transaction as the change. Every
 * procedure that changes an organization's settings calls this.
 */
export async function recordAction(tx: Transaction, ctx: Acting, action: RecordedAction): Promise<void> {
  await recordActorAction(tx, ctx.services, toActor(ctx), action);
}

/**
 * Returns the actor in the form that is recorded. Actions of keys and agents carry the name of the person
 * they act for.
 */
export function toActor({ member, principal, audit }: Omit<Acting, 'services'>): Actor {
  const { organizationId, sender } = member;
  const name = principal.kind === 'api_key' ? `${sender.name} (API key)` : sender.name;
  return { organizationId, person: { id: sender.userId, name }, audit };
}

/** Who did something in which organization. The operator's command line has no person. */
export type Actor = {
  readonly organizationId: string;
  readonly person: { readonly id: string | null; readonly name: string } | null;
  readonly audit: Audit;
};

/**
 * Records an action of an actor without a session in the organization: a person, the organization's directory
 * (which has only a name), or the operator's command line (which has no person).
 */
export async function recordActorAction(
  tx: Transaction,
  services: Recorder,
  by: Actor,
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
