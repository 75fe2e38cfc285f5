import { EVENT_ACTIONS, type EventAction } from '../../../../src/domain/event/catalogue.ts';
import type { Choice } from './n8n.ts';

const ALL_EVENTS = '*';

/** The events that can start a workflow. */
export const EVENT_CHOICES: readonly Choice[] = [
  { name: 'All Events', value: ALL_EVENTS, description: 'Including ones that are added later' },
  ...EVENT_ACTIONS.map((value) => ({ name: formatEventTitle(value), value })),
];

/** Returns the chosen event types; null for all. */
export function selectEvents(chosen: readonly string[]): EventAction[] | null {
  return chosen.includes(ALL_EVENTS) ? null : EVENT_ACTIONS.filter((action) => chosen.includes(action));
}

/** Writes `envelope.document_added` the way n8n writes names: Envelope Document Added. */
function formatEventTitle(action: EventAction): string {
  return action
    .split(/[._]/)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ');
}
