import type { ShownStatement } from '#domain/envelope/intent.ts';
import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import type { ParticipantRole } from '#domain/envelope/status.ts';
import type { Language } from '#domain/language.ts';
import { m } from '#i18n/compiled/messages.js';

/** Returns the statement that the signer's page shows above its final button, in the language of the page. */
export function buildIntentStatement(
  { envelope }: Pick<EnvelopeGraph, 'envelope'>,
  role: ParticipantRole,
  language: Language,
): ShownStatement {
  const names = { document: envelope.displayName, sender: envelope.senderName };
  const message = role === 'approver' ? m.review_approve_consent : m.review_consent;
  return { language, text: message(names, { locale: language }) };
}
