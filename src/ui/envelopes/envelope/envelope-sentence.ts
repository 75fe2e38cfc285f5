import { listCurrentSigners } from '#domain/envelope/turn.ts';
import { getLocale } from '#i18n/compiled/runtime.js';
import { m } from '#i18n/compiled/messages.js';
import type { Intent } from '#ui/kit/intent.ts';
import { ATTENTION_WORDS, STATUS_WORDS } from '#ui/envelopes/status-words.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';

/** Says in one sentence where an envelope stands: who is awaited, who declined, or its status. */
export function describeEnvelopeState(
  { envelope, participants }: WireGraph,
  isMyTurn: boolean,
): { readonly intent: Intent; readonly text: string } {
  if (isMyTurn) return { intent: 'accent', text: ATTENTION_WORDS.your_turn.label() };
  const { tone, label } = STATUS_WORDS[envelope.status];
  const [awaited, ...others] = envelope.status === 'in_progress' ? listCurrentSigners(participants) : [];
  if (awaited !== undefined) {
    const both = [awaited, ...others].map(({ name }) => name);
    const name =
      others.length > 1 ? `${awaited.name} +${others.length}` : new Intl.ListFormat(getLocale()).format(both);
    return { intent: 'neutral', text: m.envelopes_row_waiting_for({ name }) };
  }
  const declined = participants.find(({ status }) => status === 'declined');
  return envelope.status === 'declined' && declined !== undefined
    ? { intent: 'danger', text: m.envelopes_row_declined_by({ name: declined.name }) }
    : { intent: tone, text: label() };
}
