import { describeDevice } from '#domain/account/device-name.ts';
import type { EventAction } from '#domain/event/catalogue.ts';
import { m } from '#i18n/compiled/messages.js';
import { getLocale } from '#i18n/compiled/runtime.js';
import type { WireEvent } from '#wire/event.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import type { IconName } from '#ui/kit/icons/icon-paths.ts';
import type { Intent } from '#ui/kit/intent.ts';
import { type Reader, type Run, writeSentence } from './timeline-sentence.ts';

/** One entry of an envelope's timeline. */
export type TimelineEntry = {
  readonly seq: number;
  /** What happened, as a sentence. */
  readonly text: string;
  readonly detail: string | null;
  /** Where the documents were opened: the address and the device. */
  readonly origin: string | null;
  readonly at: string;
  readonly icon: IconName;
  readonly tone: Intent;
};

/** Turns an envelope's events into its timeline, latest first. What happens several times in a row is one entry. */
export function buildTimeline(
  events: readonly WireEvent[],
  graph: WireGraph,
  reader: Reader,
): TimelineEntry[] {
  return mergeRuns(events)
    .map((run) => ({
      seq: run.last.seq,
      text: writeSentence(run, graph, reader),
      detail: describeDetail(run.last),
      origin: describeOrigin(run.last),
      at: run.last.occurredAt,
      ...(LOOKS[run.last.action] ?? PLAIN),
    }))
    .reverse();
}

/** Events that say the same again, or the same of several people at once. */
const REPEATED: ReadonlySet<EventAction> = new Set([
  'envelope.draft_updated',
  'participant.viewed',
  'participant.link_issued',
  'participant.reminder_sent',
  'copy.sent',
]);

/** Merges such events of one actor that follow each other. */
function mergeRuns(events: readonly WireEvent[]): Run[] {
  const runs: Run[] = [];
  for (const event of events) {
    const previous = runs.at(-1);
    const joins =
      previous !== undefined &&
      REPEATED.has(event.action) &&
      previous.last.action === event.action &&
      previous.last.actorId === event.actorId &&
      (event.action !== 'participant.viewed' || describeOrigin(previous.last) === describeOrigin(event));
    if (joins) runs.splice(-1, 1, { last: event, all: [...previous.all, event] });
    else runs.push({ last: event, all: [event] });
  }
  return runs;
}

/** Says where the documents were opened. For other events, the audit log has the address. */
function describeOrigin({ action, ipAddress, userAgent }: WireEvent): string | null {
  if (action !== 'participant.viewed') return null;
  const device = describeDevice(userAgent, { phrase: m.account_device });
  return [ipAddress, device].filter((part) => part !== null).join(' · ') || null;
}

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

function describeDetail(event: WireEvent): string | null {
  const payload = event.payload ?? {};
  const getText = (name: string) => (typeof payload[name] === 'string' ? payload[name] : null);
  const join = (...parts: readonly (string | null)[]) =>
    parts.filter((part) => part !== null).join(' · ') || null;
  switch (event.action) {
    case 'envelope.voided':
      // The reason is a word for programs then.
      return getText('replacedBy') === null ? quoteReason(getText('reason')) : null;
    case 'participant.declined':
      return quoteReason(getText('reason'));
    case 'participant.asked':
    case 'participant.change_requested':
    case 'envelope.answered':
      return quoteReason(getText('text'));
    case 'participant.delegated':
      return join(describeCorrection(payload), quoteReason(getText('reason')));
    case 'participant.corrected':
      return describeCorrection(payload);
    case 'copy.delivery_failed':
    case 'participant.delivery_failed':
      return [getText('email'), getText('reason')].filter((part) => part !== null).join(': ') || null;
    case 'participant.session_opened':
      return describeOpener(getText('application'), getText('host'));
    case 'envelope.editing_opened':
      return join(describeOpener(getText('application'), null), getText('userName'));
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
