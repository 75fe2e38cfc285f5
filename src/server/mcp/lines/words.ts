import type { WireGraph } from '#wire/envelope-graph.ts';
import type { EnvelopeStatus } from '#domain/envelope/status.ts';

/** The words that describe each status to an agent. */
export const STATUS_WORDS: Readonly<Record<EnvelopeStatus, string>> = {
  detecting: 'draft, its document is being read',
  review: 'draft, not sent',
  draft: 'draft, not sent',
  in_progress: 'out for signature',
  completed: 'completed',
  declined: 'declined',
  voided: 'voided',
  expired: 'expired',
};

/** Formats the day of a timestamp, as in `2026-11-20`. */
export function formatDay(timestamp: string): string {
  return timestamp.slice(0, 10);
}

/** Formats a timestamp to the minute, in UTC. */
export function formatMinute(timestamp: string): string {
  return `${timestamp.slice(0, 10)} ${timestamp.slice(11, 16)} UTC`;
}

/** Formats a position or size as a fraction of the page, with three decimals and without the leading zero. */
export function formatFraction(value: number): string {
  return value.toFixed(3).replace(/^0(?=\.)/, '');
}

/** Joins the parts of a line, leaving out those that are missing. */
export function joinParts(...given: readonly (string | null | false | undefined)[]): string {
  return given.filter((part): part is string => typeof part === 'string' && part !== '').join(' · ');
}

/** Cuts text that others wrote to one line of at most `most` characters. */
export function clipText(text: string, most: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`;
}

/** Formats a number of things: `1 page`, `3 pages`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Returns the participants who can act now: the pending ones with the lowest place in the signing order. */
export function listActingParticipants({
  envelope,
  participants,
}: Pick<WireGraph, 'envelope' | 'participants'>) {
  if (envelope.status !== 'in_progress') return [];
  const pending = participants.filter(({ status }) => status === 'pending');
  const first = Math.min(...pending.map(({ orderIndex }) => orderIndex));
  return pending.filter(({ orderIndex }) => orderIndex === first);
}
