import type { WireGraph } from '#wire/envelope-graph.ts';
import { formatAnswerLines, formatFieldLines, summarizeFields } from './fields.ts';
import { formatMissingLines } from './missing.ts';
import {
  clipText,
  formatCount,
  formatDay,
  formatMinute,
  joinParts,
  listActingParticipants,
  STATUS_WORDS,
} from './words.ts';
import type { WireParticipant } from '#wire/participant.ts';

/** The parts of an envelope that an agent can ask to see. */
export const SHOWN = ['summary', 'fields', 'answers', 'everything'] as const;
export type Shown = (typeof SHOWN)[number];

const DRAFTS: readonly string[] = ['draft', 'review', 'detecting'];

/** Checks whether an envelope hasn't been sent. */
export function isDraft({ envelope }: Pick<WireGraph, 'envelope'>): boolean {
  return DRAFTS.includes(envelope.status);
}

/** Describes an envelope in lines: what it is, who is in it, and what happens next. */
export function formatEnvelopeLines(graph: WireGraph, shown: Shown = 'summary'): string[] {
  const { envelope } = graph;
  return [
    formatEnvelopeHead(graph),
    formatDocument(graph),
    joinParts(
      envelope.message !== null && envelope.message !== undefined && formatMessage(envelope.message),
      envelope.copies.length > 0 && `copies to ${envelope.copies.map(({ email }) => email).join(', ')}`,
    ),
    graph.participants.length > 0 ? 'Recipients, by signing order:' : '',
    ...formatPeopleLines(graph),
    ...(shown === 'fields' || shown === 'everything' ? ['Fields:', ...formatFieldLines(graph)] : []),
    ...(shown === 'answers' || shown === 'everything' ? formatAnswers(graph) : []),
    ...(shown === 'summary' || shown === 'answers' ? [summarizeFields(graph)] : []),
    ...(isDraft(graph) ? formatMissingLines(graph) : [formatNextStep(graph)]),
  ].filter((line) => line !== '');
}

/** Returns the line that names an envelope, its version and its status. */
export function formatEnvelopeHead({ envelope, fields }: Pick<WireGraph, 'envelope' | 'fields'>): string {
  // The status doesn't change once every suggestion has been checked, so the fields decide.
  const hasSuggestions = envelope.status === 'review' && fields.some(({ source }) => source === 'detected');
  return joinParts(
    envelope.displayName,
    envelope.id,
    `version ${envelope.version}`,
    `${STATUS_WORDS[envelope.status]}${hasSuggestions ? ', with suggested fields to check' : ''}`,
  );
}

function formatDocument({ envelope }: WireGraph): string {
  const names = envelope.documents.map(({ name }) => name);
  return joinParts(
    `Document: ${names.length > 1 ? names.join(' + ') : envelope.originalFilename}`,
    envelope.pageCount !== null && formatCount(envelope.pageCount, 'page'),
    envelope.documentStatus === 'awaited' && 'not uploaded yet',
    envelope.documentStatus === 'processing' && 'being converted',
    envelope.documentStatus === 'refused' && `can't be used: ${envelope.documentRefusal ?? ''}`,
    envelope.sentAt !== null && `sent ${formatDay(envelope.sentAt)} by ${envelope.senderName}`,
    envelope.scheduledSendAt !== null && `will be sent ${formatMinute(envelope.scheduledSendAt)}`,
    envelope.expiresAt !== null && `expires ${formatDay(envelope.expiresAt)}`,
    envelope.completedAt !== null && `completed ${formatMinute(envelope.completedAt)}`,
  );
}

function formatMessage(message: NonNullable<WireGraph['envelope']['message']>): string {
  return `Message: “${clipText([message.subject, message.body].filter(Boolean).join(': '), 400)}”`;
}

function formatAnswers(graph: WireGraph): string[] {
  const lines = formatAnswerLines(graph);
  return lines.length === 0 ? ['Answers: none yet.'] : ['Answers:', ...lines];
}

function formatNextStep(graph: WireGraph): string {
  const { envelope } = graph;
  const acting = listActingParticipants(graph).map(({ name }) => name);
  switch (envelope.status) {
    case 'in_progress':
      return `Next: ${acting.join(' and ')} can act.`;
    case 'completed':
      return envelope.sealedAt === null
        ? 'Next: the sealed PDF is being made.'
        : 'Next: nothing. The sealed PDF is ready (get_file).';
    default:
      return 'Next: nothing. This envelope is final; copy creates a new draft like it.';
  }
}

/** Returns one line for each participant, in signing order. */
function formatPeopleLines(graph: Pick<WireGraph, 'envelope' | 'participants'>): string[] {
  const acting = new Set(listActingParticipants(graph).map(({ id }) => id));
  return graph.participants.map((participant) =>
    joinParts(
      `${participant.orderIndex + 1}. ${participant.name} (${participant.email})`,
      participant.role,
      participant.delivery !== 'email' && participant.delivery.replace('_', ' '),
      participant.authentication.method !== 'link' &&
        `proves identity by ${participant.authentication.method.replace('_', ' ')}`,
      graph.envelope.sentAt !== null && formatPersonProgress(participant, acting.has(participant.id)),
    ),
  );
}

function formatPersonProgress(participant: WireParticipant, isActing: boolean): string {
  const { status, signedAt, declinedAt, declineReason, lastViewedAt, role } = participant;
  if (status === 'signed')
    return `${role === 'approver' ? 'approved' : 'signed'} ${signedAt === null ? '' : formatMinute(signedAt)}`;
  if (status === 'declined')
    return `declined ${declinedAt === null ? '' : formatMinute(declinedAt)}: ${clipText(declineReason ?? '', 300)}`;
  const viewed = lastViewedAt === null ? 'not opened yet' : `last opened ${formatMinute(lastViewedAt)}`;
  return isActing ? `can act now, ${viewed}` : 'waits for those before';
}
