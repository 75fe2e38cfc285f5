import type { EventAction } from '#domain/event/catalogue.ts';
import { EVENT_WORDS } from '#i18n/event-words.ts';
import { m } from '#i18n/compiled/messages.js';
import { getLocale } from '#i18n/compiled/runtime.js';
import type { WireEvent } from '#wire/event.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';

/** Who reads the timeline, and on which server. */
export type Reader = {
  readonly user: { readonly id: string; readonly email: string };
  /** Whether the server keeps emails instead of sending them. */
  readonly keepsMail: boolean;
};

/** Events that one entry of the timeline is about. */
export type Run = { readonly last: WireEvent; readonly all: readonly WireEvent[] };

/** The subject of a sentence. */
type Actor = { readonly who: 'you' | 'other'; readonly name: string };

/** Who and what the sentence is about, besides its subject. */
type About = { readonly person: string; readonly file: string };

/** What somebody did. */
const DEEDS: Readonly<Partial<Record<EventAction, (actor: Actor, about: About) => string>>> = {
  'envelope.created': (actor) => m.envelopes_did_created(actor),
  'envelope.version_started': (actor) => m.envelopes_did_version_started(actor),
  'envelope.replaced': (actor) => m.envelopes_did_replaced(actor),
  'envelope.draft_updated': (actor) => m.envelopes_did_edited(actor),
  'envelope.document_added': (actor, { file }) => m.envelopes_did_file_added({ ...actor, file }),
  'envelope.document_removed': (actor, { file }) => m.envelopes_did_file_removed({ ...actor, file }),
  'envelope.sent': (actor) => m.envelopes_did_sent(actor),
  'envelope.scheduled': (actor) => m.envelopes_did_scheduled(actor),
  'envelope.schedule_canceled': (actor) => m.envelopes_did_unscheduled(actor),
  'envelope.expiry_extended': (actor) => m.envelopes_did_expiry_changed(actor),
  'envelope.voided': (actor) => m.envelopes_did_voided(actor),
  'envelope.recalled': (actor) => m.envelopes_did_recalled(actor),
  'envelope.answered': (actor, { person }) => m.envelopes_did_answered({ ...actor, person }),
  'thread.settled': (actor) => m.envelopes_did_settled(actor),
  'participant.link_reissued': (actor, { person }) => m.envelopes_did_link_renewed({ ...actor, person }),
  'participant.link_copied': (actor, { person }) => m.envelopes_did_link_copied({ ...actor, person }),
  'participant.corrected': (actor, { person }) => m.envelopes_did_corrected({ ...actor, person }),
  'participant.delegated': (actor, { person }) => m.envelopes_did_delegated({ ...actor, person }),
  'participant.reminder_sent': (actor, { person }) => m.envelopes_did_reminded({ ...actor, person }),
  'participant.new_passkey_accepted': (actor, { person }) =>
    m.envelopes_did_passkey_accepted({ ...actor, person }),
  'participant.account_used': (actor) => m.envelopes_did_account_used(actor),
  'participant.viewed': (actor) => m.envelopes_did_opened(actor),
  'participant.consented': (actor) => m.envelopes_did_consented(actor),
  'participant.signed': (actor) => m.envelopes_did_signed(actor),
  'participant.approved': (actor) => m.envelopes_did_approved(actor),
  'participant.asked': (actor) => m.envelopes_did_asked(actor),
  'participant.change_requested': (actor) => m.envelopes_did_change_requested(actor),
  'participant.declined': (actor) => m.envelopes_did_declined(actor),
  'participant.authenticated': (actor) => m.envelopes_did_authenticated(actor),
  'participant.authentication_failed': (actor) => m.envelopes_did_not_authenticated(actor),
  'participant.passkey_created': (actor) => m.envelopes_did_passkey_created(actor),
  'participant.signing_failed': (actor) => m.envelopes_did_passkey_failed(actor),
};

/** What followed from it by itself. The log names the person who did it; to a reader it was us. */
const CONSEQUENCES: Readonly<
  Partial<Record<EventAction, (about: { readonly people: string; readonly keepsMail: boolean }) => string>>
> = {
  'participant.link_issued': ({ people, keepsMail }) =>
    keepsMail ? m.envelopes_did_turn({ people }) : m.envelopes_did_emailed({ people }),
  'copy.sent': ({ people, keepsMail }) =>
    keepsMail ? m.envelopes_did_copy_made({ people }) : m.envelopes_did_copied({ people }),
  'participant.reminder_sent': ({ people }) => m.envelopes_did_auto_reminded({ people }),
  'participant.delivery_failed': ({ people }) => m.envelopes_did_undelivered({ people }),
  'participant.fields_auto_resolved': ({ people }) => m.envelopes_did_filled({ people }),
  'envelope.detection_completed': () => m.envelopes_did_suggested(),
  'envelope.completed': () => m.envelopes_sealing_title(),
  'envelope.sealed': () => m.envelopes_did_sealed(),
  'envelope.declined': () => m.envelopes_did_closed(),
  'envelope.expired': () => m.envelopes_did_expired(),
};

/** What the reader did with their own link, or what came to them. */
const OWN: Readonly<Partial<Record<EventAction, (about: { readonly keepsMail: boolean }) => string>>> = {
  'participant.link_issued': ({ keepsMail }) =>
    keepsMail ? m.envelopes_did_turn_own() : m.envelopes_did_emailed_own(),
  'participant.link_copied': () => m.envelopes_did_link_opened(),
};

/** Actions that name people, without whom there is no sentence. */
const NAMING: ReadonlySet<EventAction> = new Set([
  'envelope.answered',
  'participant.link_issued',
  'participant.link_reissued',
  'participant.link_copied',
  'participant.corrected',
  'participant.delegated',
  'participant.reminder_sent',
  'participant.new_passkey_accepted',
  'participant.delivery_failed',
  'participant.fields_auto_resolved',
  'copy.sent',
]);

/** Says in a sentence what happened. Events whose details were erased keep their label. */
export function writeSentence({ last, all }: Run, graph: WireGraph, { user, keepsMail }: Reader): string {
  const { action } = last;
  const names = [...new Set(all.flatMap((event) => findPerson(event, graph) ?? []))];
  if (NAMING.has(action) && names.length === 0) return EVENT_WORDS[action]();
  const own = OWN[action];
  if (own !== undefined && isOnlyAbout(all, graph, user)) return own({ keepsMail });
  const people = new Intl.ListFormat(getLocale(), { type: 'conjunction' }).format(names);
  const deed = DEEDS[action];
  const follow = CONSEQUENCES[action];
  if (follow !== undefined && (deed === undefined || last.actorType === 'system'))
    return follow({ people, keepsMail });
  const file = last.payload?.['name'];
  return (
    deed?.(findActor(last, graph, user), { person: people, file: typeof file === 'string' ? file : '' }) ??
    EVENT_WORDS[action]()
  );
}

function findActor(event: WireEvent, graph: WireGraph, user: Reader['user']): Actor {
  const you = { who: 'you', name: m.envelopes_talk_you() } as const;
  const nameOther = (name: string) => ({ who: 'other', name }) as const;
  switch (event.actorType) {
    case 'sender':
      if (event.actorId === user.id) return you;
      return nameOther(
        event.actorId === graph.envelope.senderUserId
          ? graph.envelope.senderName
          : m.envelopes_actor_member(),
      );
    case 'signer': {
      const holder = findHolder(event, graph, event.actorId, { untilHandedOver: true });
      if (holder?.email?.toLowerCase() === user.email.toLowerCase()) return you;
      return nameOther(readName(event, 'before') ?? holder?.name ?? m.envelopes_actor_signer());
    }
    case 'api_key':
      return nameOther(m.envelopes_actor_api_key());
    case 'agent':
      return nameOther(m.envelopes_actor_agent());
    case 'application':
      return nameOther(m.envelopes_actor_application());
    case 'system':
      return nameOther('Countersign');
    default:
      return event.actorType satisfies never;
  }
}

/** Checks whether events are about the reader alone. A link is only their own if they took it themselves. */
function isOnlyAbout(all: Run['all'], graph: WireGraph, user: Reader['user']): boolean {
  return all.every((event) => {
    const holder = findHolder(event, graph, event.payload?.['participantId']);
    const isTheirs = holder?.email?.toLowerCase() === user.email.toLowerCase();
    return isTheirs && (event.action !== 'participant.link_copied' || event.actorId === user.id);
  });
}

/** Returns the name of whom an event is about. */
function findPerson(event: WireEvent, graph: WireGraph): string | null {
  const { payload } = event;
  if (event.action === 'copy.sent') return typeof payload?.['name'] === 'string' ? payload['name'] : null;
  if (event.action === 'participant.delegated') return readName(event, 'after');
  return findHolder(event, graph, payload?.['participantId'])?.name ?? null;
}

/**
 * Returns who had a participant's turn when something happened: whoever handed it over later, or the participant.
 * Handing over is done by the one before (`untilHandedOver`); what follows from it is about the one after. The addresses
 * of those who handed it over aren't known.
 */
function findHolder(
  { occurredAt }: WireEvent,
  graph: WireGraph,
  participantId: unknown,
  { untilHandedOver = false } = {},
): { readonly name: string; readonly email: string | null } | null {
  const participant = graph.participants.find(({ id }) => id === participantId);
  const happened = Date.parse(occurredAt);
  const before = participant?.delegatedFrom.find(({ at }) => {
    const handedOver = Date.parse(at);
    return happened < handedOver || (untilHandedOver && happened === handedOver);
  });
  return before === undefined ? (participant ?? null) : { name: before.name, email: null };
}

/** Reads the name of a person before or after a change. */
function readName({ payload }: WireEvent, side: 'before' | 'after'): string | null {
  const { name } = (payload?.[side] ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' ? name : null;
}
