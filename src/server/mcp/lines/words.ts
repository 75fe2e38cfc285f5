import type { WireGraph } from '#wire/envelope-graph.ts';
import type { EnvelopeStatus } from '#domain/envelope/status.ts';

/** A status in an agent's words. */
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

/** A day of a timestamp, as in `2026-11-20`. */
export function formatDay(timestamp: string): string {
  return timestamp.slice(0, 10);
}

/** A timestamp to the minute, in UTC. */
export function formatMinute(timestamp: string): string {
  return `${timestamp.slice(0, 10)} ${timestamp.slice(11, 16)} UTC`;
}

/** A position or size: a fraction of the page with three decimals, without the leading zero. */
export function formatFraction(value: number): string {
  return value.toFixed(3).replace(/^0(?=\.)/, '');
}

/** Joins what there is of a line's parts. */
export function joinParts(...given: readonly (string | null | false | undefined)[]): string {
  return given.filter((part): part is string => typeof part === 'string' && part !== '').join(' · ');
}

/** Cuts a text that others wrote to one line of at most `most` characters. */
export function clipText(text: string, most: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`;
}

/** A number of things: `1 page`, `3 pages`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Those who can act now: the pending participants with the lowest place in the signing order. */
export function listActingParticipants({
  envelope,
  participants,
}: Pick<WireGraph, 'envelope' | 'participants'>) {
  if (envelope.status !== 'in_progress') return [];
  const pending = participants.filter(({ status }) => status === 'pending');
  const first = Math.min(...pending.map(({ orderIndex }) => orderIndex));
  return pending.filter(({ orderIndex }) => orderIndex === first);
}
