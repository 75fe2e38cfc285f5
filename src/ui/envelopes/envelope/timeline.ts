import type { EventAction } from '#domain/event/catalogue.ts';
import { m } from '#i18n/compiled/messages.js';
import { getLocale } from '#i18n/compiled/runtime.js';
import type { WireEvent } from '#wire/event.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { EVENT_WORDS } from '#i18n/event-words.ts';
import type { IconName } from '#ui/kit/icons/icon-paths.ts';
import type { Intent } from '#ui/kit/intent.ts';

/** One entry of an envelope's timeline. */
export type TimelineEntry = {
  readonly seq: number;
  readonly label: string;
  /** Who did it; null for what followed by itself. */
  readonly actor: string | null;
  readonly at: string;
  readonly ipAddress: string | null;
  readonly detail: string | null;
  readonly icon: IconName;
  readonly tone: Intent;
};

/** Turns an envelope's events into its timeline, latest first. Consecutive draft updates become one entry. */
export function buildTimeline(events: readonly WireEvent[], graph: WireGraph): TimelineEntry[] {
  return mergeRuns(events)
    .map(({ event, count }) => ({
      ...toEntry(event, graph),
      ...(count > 1 ? { detail: m.envelopes_timeline_times({ count }) } : {}),
    }))
    .reverse();
}

/** Merges each run of draft updates by one actor into its last event. */
function mergeRuns(events: readonly WireEvent[]): { event: WireEvent; count: number }[] {
  const runs: { event: WireEvent; count: number }[] = [];
  for (const event of events) {
    const last = runs.at(-1);
    const joins =
      event.action === 'envelope.draft_updated' &&
      last?.event.action === event.action &&
      last.event.actorId === event.actorId;
    if (joins) runs.splice(-1, 1, { event, count: last.count + 1 });
    else runs.push({ event, count: 1 });
  }
  return runs;
}

function toEntry(event: WireEvent, graph: WireGraph): TimelineEntry {
  const follows = CONSEQUENCES.has(event.action) && event.actorType !== 'sender';
  return {
    seq: event.seq,
    label: EVENT_WORDS[event.action](),
    actor: follows ? null : getActorName(event, graph),
    at: event.occurredAt,
    ipAddress: follows ? null : event.ipAddress,
    detail: describeDetail(event, graph),
    ...(LOOKS[event.action] ?? PLAIN),
  };
}

/** What follows from what somebody did. The log names that person; to a reader it was us. */
const CONSEQUENCES: ReadonlySet<EventAction> = new Set([
  'participant.link_issued',
  'participant.reminder_sent',
  'participant.fields_auto_resolved',
  'participant.delivery_failed',
  'copy.sent',
  'copy.delivery_failed',
  'envelope.completed',
  'envelope.declined',
  'envelope.expired',
  'envelope.sealed',
  'envelope.seal_extended',
]);

type Look = { readonly icon: IconName; readonly tone: Intent };

const PLAIN: Look = { icon: 'clock', tone: 'neutral' };

/** Events with an icon or color of their own. */
const LOOKS: Readonly<Partial<Record<EventAction, Look>>> = {
  'envelope.created': { icon: 'plus', tone: 'neutral' },
  'envelope.version_started': { icon: 'copy', tone: 'neutral' },
  'envelope.version_created': { icon: 'copy', tone: 'neutral' },
  'envelope.replaced': { icon: 'copy', tone: 'neutral' },
  'envelope.copied': { icon: 'copy', tone: 'neutral' },
  'envelope.document_received': { icon: 'document', tone: 'neutral' },
  'envelope.document_added': { icon: 'document', tone: 'neutral' },
  'envelope.document_removed': { icon: 'document', tone: 'neutral' },
  'envelope.documents_reordered': { icon: 'document', tone: 'neutral' },
  'envelope.document_refused': { icon: 'alert', tone: 'danger' },
  'envelope.detection_completed': { icon: 'search', tone: 'neutral' },
  'envelope.detection_failed': { icon: 'alert', tone: 'warn' },
  'envelope.draft_updated': { icon: 'pencil', tone: 'neutral' },
  'envelope.editing_opened': { icon: 'key', tone: 'neutral' },
  'envelope.sent': { icon: 'send', tone: 'accent' },
  'participant.link_issued': { icon: 'mail', tone: 'neutral' },
  'participant.link_reissued': { icon: 'send', tone: 'neutral' },
  'participant.link_copied': { icon: 'copy', tone: 'neutral' },
  'participant.reminder_sent': { icon: 'mail', tone: 'neutral' },
  'participant.corrected': { icon: 'pencil', tone: 'neutral' },
  'participant.delegated': { icon: 'users', tone: 'neutral' },
  'participant.delivery_failed': { icon: 'alert', tone: 'danger' },
  'copy.sent': { icon: 'mail', tone: 'neutral' },
  'copy.delivery_failed': { icon: 'alert', tone: 'danger' },
  'envelope.scheduled': { icon: 'calendar', tone: 'neutral' },
  'envelope.schedule_canceled': { icon: 'calendar', tone: 'neutral' },
  'envelope.schedule_failed': { icon: 'alert', tone: 'danger' },
  'envelope.expiry_extended': { icon: 'calendar', tone: 'neutral' },
  'envelope.expired': { icon: 'clock', tone: 'warn' },
  'participant.authenticated': { icon: 'key', tone: 'neutral' },
  'participant.authentication_failed': { icon: 'alert', tone: 'warn' },
  'participant.session_opened': { icon: 'key', tone: 'neutral' },
  'participant.account_used': { icon: 'user', tone: 'neutral' },
  'participant.viewed': { icon: 'eye', tone: 'neutral' },
  'participant.consented': { icon: 'check-box', tone: 'neutral' },
  'participant.fields_auto_resolved': { icon: 'text', tone: 'neutral' },
  'participant.signed': { icon: 'signature', tone: 'ok' },
  'participant.approved': { icon: 'check', tone: 'ok' },
  'participant.asked': { icon: 'mail', tone: 'accent' },
  'participant.change_requested': { icon: 'pencil', tone: 'warn' },
  'envelope.answered': { icon: 'mail', tone: 'neutral' },
  'thread.settled': { icon: 'check', tone: 'neutral' },
  'participant.declined': { icon: 'ban', tone: 'danger' },
  'envelope.declined': { icon: 'ban', tone: 'danger' },
  'envelope.completed': { icon: 'check', tone: 'ok' },
  'envelope.sealed': { icon: 'shield', tone: 'ok' },
  'envelope.seal_extended': { icon: 'shield', tone: 'ok' },
  'envelope.sealing_failed': { icon: 'alert', tone: 'danger' },
  'envelope.voided': { icon: 'ban', tone: 'neutral' },
  'envelope.recalled': { icon: 'undo', tone: 'neutral' },
};

function getActorName(event: WireEvent, graph: WireGraph): string {
  switch (event.actorType) {
    case 'sender':
      return event.actorId === graph.envelope.senderUserId
        ? graph.envelope.senderName
        : m.envelopes_actor_member();
    case 'signer':
      return findParticipantName(event.actorId, graph) ?? m.envelopes_actor_signer();
    case 'api_key':
      return m.envelopes_actor_api_key();
    case 'agent':
      return m.envelopes_actor_agent();
    case 'application':
      return m.envelopes_actor_application();
    case 'system':
      return 'Countersign';
    default:
      return event.actorType satisfies never;
  }
}

function describeDetail(event: WireEvent, graph: WireGraph): string | null {
  const payload = event.payload ?? {};
  const getText = (name: string) => (typeof payload[name] === 'string' ? payload[name] : null);
  switch (event.action) {
    case 'envelope.voided':
      // The reason is a word for programs then.
      if (getText('replacedBy') !== null) return m.envelopes_event_replaced();
      return quoteReason(getText('reason'));
    case 'participant.declined':
      return quoteReason(getText('reason'));
    case 'participant.asked':
    case 'participant.change_requested':
    case 'envelope.answered':
      return quoteReason(getText('text'));
    case 'participant.delegated':
      return (
        [describeCorrection(payload), quoteReason(getText('reason'))]
          .filter((part) => part !== null)
          .join(' · ') || null
      );
    case 'participant.corrected':
      return describeCorrection(payload);
    case 'copy.sent': {
      const name = getText('name');
      return name === null ? getText('email') : describeAddressee(name, getText('email'));
    }
    case 'copy.delivery_failed':
    case 'participant.delivery_failed':
      return [getText('email'), getText('reason')].filter((part) => part !== null).join(': ') || null;
    case 'participant.session_opened':
      return describeOpener(getText('application'), getText('host'));
    case 'envelope.editing_opened':
      return (
        [describeOpener(getText('application'), null), getText('userName')]
          .filter((part) => part !== null)
          .join(' · ') || null
      );
    case 'participant.reminder_sent':
      return findParticipantName(getText('participantId'), graph);
    case 'participant.link_copied':
    case 'participant.link_reissued':
    case 'participant.link_issued': {
      const name = findParticipantName(getText('participantId'), graph);
      return name === null ? getText('email') : describeAddressee(name, getText('email'));
    }
    case 'envelope.document_received':
      return typeof payload['pageCount'] === 'number'
        ? m.common_pages({ count: payload['pageCount'] })
        : null;
    case 'envelope.created':
      return getText('originalFilename');
    case 'envelope.sealed':
      return getCommonName(getText('certificateSubject'));
    default:
      return null;
  }
}

/** Returns the common name of a certificate's subject (RFC 4514), or all of it if it has none. */
function getCommonName(subject: string | null): string | null {
  const name = /(?:^|,\s*)CN=((?:[^,\\]|\\.)+)/.exec(subject ?? '')?.[1];
  return name?.replaceAll(/\\(.)/g, '$1').trim() ?? subject;
}

function describeOpener(application: string | null, host: string | null): string | null {
  if (application !== null) return m.envelopes_timeline_application({ organization: application });
  return host === null ? null : m.envelopes_timeline_host({ name: host });
}

function quoteReason(reason: string | null): string | null {
  return reason === null ? null : m.envelopes_declined_reason({ reason });
}

function describeAddressee(name: string, email: string | null): string {
  return email === null ? m.envelopes_timeline_to_erased({ name }) : m.envelopes_timeline_to({ name, email });
}

function describeCorrection({ before, after }: Readonly<Record<string, unknown>>): string | null {
  const [was, is] = [describePerson(before), describePerson(after)];
  return was === null || is === null ? null : m.envelopes_timeline_corrected({ before: was, after: is });
}

function describePerson(side: unknown): string | null {
  const { name, email, language } = (side ?? {}) as { [key in 'name' | 'email' | 'language']?: unknown };
  if (typeof name !== 'string' || typeof email !== 'string') return null;
  if (language === undefined) return m.envelopes_timeline_person({ name, email });
  if (typeof language !== 'string') return m.envelopes_timeline_person_browser_language({ name, email });
  const names = new Intl.DisplayNames(getLocale(), { type: 'language' });
  return m.envelopes_timeline_person_language({ name, email, language: names.of(language) ?? language });
}

function findParticipantName(id: string | null, graph: WireGraph): string | null {
  return graph.participants.find((participant) => participant.id === id)?.name ?? null;
}
