import type { WireGraph } from '#wire/envelope-graph.ts';
import { answerLines, fieldLines, fieldSummary } from './fields.ts';
import { missingLines } from './missing.ts';
import { peopleLines } from './people.ts';
import { actingNow, clipped, counted, day, minute, parts, STATUS_WORDS } from './words.ts';

/** What an agent can ask to see of an envelope. */
export const SHOWN = ['summary', 'fields', 'answers', 'everything'] as const;
export type Shown = (typeof SHOWN)[number];

const DRAFTS: readonly string[] = ['draft', 'review', 'detecting'];

/** Whether an envelope hasn't been sent. */
export function isDraft({ envelope }: Pick<WireGraph, 'envelope'>): boolean {
  return DRAFTS.includes(envelope.status);
}

/** An envelope in lines: what it is, who is in it, and what happens next. */
export function envelopeLines(graph: WireGraph, shown: Shown = 'summary'): string[] {
  const { envelope } = graph;
  return [
    headOf(graph),
    documentLine(graph),
    parts(
      envelope.message !== null && envelope.message !== undefined && messageOf(envelope.message),
      envelope.copies.length > 0 && `copies to ${envelope.copies.map(({ email }) => email).join(', ')}`,
    ),
    graph.participants.length > 0 ? 'Recipients, by signing order:' : '',
    ...peopleLines(graph),
    ...(shown === 'fields' || shown === 'everything' ? ['Fields:', ...fieldLines(graph)] : []),
    ...(shown === 'answers' || shown === 'everything' ? answered(graph) : []),
    ...(shown === 'summary' || shown === 'answers' ? [fieldSummary(graph)] : []),
    ...(isDraft(graph) ? missingLines(graph) : [nextOf(graph)]),
  ].filter((line) => line !== '');
}

/** The line that names an envelope, its version and its status. */
export function headOf({ envelope, fields }: Pick<WireGraph, 'envelope' | 'fields'>): string {
  // The status stays the same once every suggestion has been checked.
  const hasSuggestions = envelope.status === 'review' && fields.some(({ source }) => source === 'detected');
  return parts(
    envelope.displayName,
    envelope.id,
    `version ${envelope.version}`,
    `${STATUS_WORDS[envelope.status]}${hasSuggestions ? ', with suggested fields to check' : ''}`,
  );
}

function documentLine({ envelope }: WireGraph): string {
  const names = envelope.documents.map(({ name }) => name);
  return parts(
    `Document: ${names.length > 1 ? names.join(' + ') : envelope.originalFilename}`,
    envelope.pageCount !== null && counted(envelope.pageCount, 'page'),
    envelope.documentStatus === 'awaited' && 'not uploaded yet',
    envelope.documentStatus === 'processing' && 'being converted',
    envelope.documentStatus === 'refused' && `can't be used: ${envelope.documentRefusal ?? ''}`,
    envelope.sentAt !== null && `sent ${day(envelope.sentAt)} by ${envelope.senderName}`,
    envelope.scheduledSendAt !== null && `will be sent ${minute(envelope.scheduledSendAt)}`,
    envelope.expiresAt !== null && `expires ${day(envelope.expiresAt)}`,
    envelope.completedAt !== null && `completed ${minute(envelope.completedAt)}`,
  );
}

function messageOf(message: NonNullable<WireGraph['envelope']['message']>): string {
  return `Message: “${clipped([message.subject, message.body].filter(Boolean).join(': '), 400)}”`;
}

function answered(graph: WireGraph): string[] {
  const lines = answerLines(graph);
  return lines.length === 0 ? ['Answers: none yet.'] : ['Answers:', ...lines];
}

function nextOf(graph: WireGraph): string {
  const { envelope } = graph;
  const acting = actingNow(graph).map(({ name }) => name);
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
