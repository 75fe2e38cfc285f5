import { isAnnotation, isMark } from '#domain/field/answer.ts';
import { getTextDirection, type Language } from '#domain/language.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { m } from '#i18n/compiled/messages.js';
import { buildReviewUrl } from '../facts.ts';
import { isDraft } from '../lines/envelope.ts';
import type { AgentContext } from '../tool.ts';
import { getColorNumber } from './colors.ts';
import { buildSteps } from './steps.ts';

/** A page as drawn by the operation. */
export type Picture = {
  readonly page: number;
  readonly pageCount: number;
  readonly pngBase64: string;
};

type Field = WireGraph['fields'][number];

/**
 * Returns what the review screen shows, in the reader's language. Without a token, the draft can't be sent
 * from the screen.
 */
export function buildReview(
  context: AgentContext,
  graph: WireGraph,
  { picture, token, language: locale }: { picture: Picture | null; token: string | null; language: Language },
) {
  const { id, version, status, displayName, scheduledSendAt } = graph.envelope;
  const problems = listProblems(graph, locale);
  return {
    ...{ id, version, token, problems, language: locale, direction: getTextDirection(locale) },
    url: buildReviewUrl(context, graph),
    title: displayName,
    status:
      scheduledSendAt === null
        ? m[`envelopes_status_${status}`]({}, { locale })
        : m.envelopes_scheduled_for({ time: formatTime(scheduledSendAt, locale) }, { locale }),
    isDraft: isDraft(graph) && scheduledSendAt === null,
    page: picture === null ? null : buildPage(graph, picture, locale),
    steps: buildSteps(graph, locale),
    hints: isDraft(graph) ? listHints(graph, locale) : [],
    why: explainSendingBlocked(context, graph, locale),
    words: getLabels(problems.length, locale),
  };
}

/** Checks whether the agent's person may send this draft from the chat. */
export function canBeSent({ principal }: Pick<AgentContext, 'principal'>, graph: WireGraph): boolean {
  return (
    isDraft(graph) &&
    graph.envelope.scheduledSendAt === null &&
    !principal.asksFirst &&
    principal.scopes.includes('envelopes:send') &&
    listProblems(graph, 'en').length === 0
  );
}

/** Returns what has to be done before a draft can be sent. */
function listProblems(graph: WireGraph, locale: Language): string[] {
  const { envelope, participants, fields } = graph;
  if (!isDraft(graph)) return [];
  const files = new Set([envelope.documentStatus, ...envelope.documents.map(({ status }) => status)]);
  const unassigned = fields.filter((field) => field.participantId === null && !isAnnotation(field)).length;
  const isBeingRead = files.has('processing') || envelope.status === 'detecting';
  return [
    ...(files.has('awaited') ? [m.chat_awaited({}, { locale })] : []),
    ...(files.has('refused') ? [m.common_error_document_unreadable({}, { locale })] : []),
    ...(isBeingRead ? [m.envelopes_new_reading({}, { locale })] : []),
    ...(participants.length === 0 ? [m.editor_problem_no_recipients({}, { locale })] : []),
    ...(unassigned > 0 ? [m.chat_unassigned({ count: unassigned }, { locale })] : []),
    ...(fields.some(({ placed }) => !placed) ? [m.editor_notice_anchors_missing({}, { locale })] : []),
  ];
}

/** Returns what deserves a look but doesn't prevent sending. */
function listHints({ participants, fields }: WireGraph, locale: Language): string[] {
  if (participants.length === 0) return [];
  const suggested = fields.filter(({ source }) => source === 'detected').length;
  const without = participants.filter(
    ({ id, role }) => role === 'signer' && !fields.some(({ participantId }) => participantId === id),
  );
  const names = new Intl.ListFormat(locale).format(without.map(({ name }) => name));
  const isSigned = fields.some(isMark);
  return [
    ...(suggested > 0 ? [m.editor_warning_unreviewed({ count: suggested }, { locale })] : []),
    ...(without.length > 0 ? [m.editor_warning_fieldless({ names }, { locale })] : []),
    ...(isSigned ? [] : [m.editor_warning_no_signature({}, { locale })]),
  ];
}

/** Returns why a draft can't be sent from the chat at all. */
function explainSendingBlocked(
  { principal }: AgentContext,
  graph: WireGraph,
  locale: Language,
): string | null {
  if (!isDraft(graph) || graph.envelope.scheduledSendAt !== null) return null;
  if (principal.asksFirst) return m.chat_in_dashboard({}, { locale });
  return principal.scopes.includes('envelopes:send') ? null : m.chat_cannot_send({}, { locale });
}

function buildPage({ participants, fields }: WireGraph, picture: Picture, locale: Language) {
  const { page: number, pageCount: count, pngBase64: png } = picture;
  const places = new Map(participants.map(({ id }, place) => [id, place]));
  const shown = fields.filter((field) => field.placed && field.page === number);
  return {
    ...{ number, count, png },
    label: m.common_page_label({ number: String(number), count: String(count) }, { locale }),
    fields: shown.sort((one, other) => one.y - other.y || one.x - other.x).map(toBox),
  };

  function toBox({ x, y, width, height, type, label, participantId }: Field) {
    const place = participantId === null ? undefined : places.get(participantId);
    return {
      ...{ x, y, width, height, color: getColorNumber(place) },
      label: label ?? m[`common_field_${type}`]({}, { locale }),
      who:
        (place === undefined ? undefined : participants[place]?.name) ??
        (isAnnotation({ type }) ? m.editor_for_everyone : m.editor_unassigned)({}, { locale }),
    };
  }
}

function formatTime(at: string, locale: Language): string {
  const words = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return `${words.format(new Date(at))} UTC`;
}

function getLabels(problems: number, locale: Language) {
  return {
    plan: m.editor_send_who({}, { locale }),
    problems: m.editor_send_blocked({ count: problems }, { locale }),
    fields: m.editor_recipients_and_fields({}, { locale }),
    back: m.templates_page_previous({}, { locale }),
    on: m.templates_page_next({}, { locale }),
    send: m.editor_send_now({}, { locale }),
    sending: m.editor_send_sending({}, { locale }),
    open: m.chat_open({}, { locale }),
    sent: m.chat_sent({}, { locale }),
    overtaken: m.editor_send_overtaken({}, { locale }),
    expired: m.chat_expired({}, { locale }),
    failed: m.chat_failed({}, { locale }),
  };
}
