import type { ShownStatement } from '#domain/envelope/intent.ts';
import type { EnvelopeGraph, Participant } from '#domain/envelope/graph.ts';
import type { Language } from '#domain/language.ts';
import { m } from '#i18n/compiled/messages.js';

type Signer = Pick<Participant, 'role' | 'signing'>;

/** Returns the statement that the signer's page shows above its final button, in the language of the page. */
export function buildIntentStatement(
  { envelope }: Pick<EnvelopeGraph, 'envelope'>,
  signer: Signer,
  language: Language,
): ShownStatement {
  const names = { document: envelope.displayName, sender: envelope.senderName };
  return { language, text: chooseMessage(signer)(names, { locale: language }) };
}

/** Who signs with a passkey has several buttons, so that statement names none. */
function chooseMessage({ role, signing }: Signer) {
  if (signing.method === 'passkey')
    return role === 'approver' ? m.passkey_approve_consent : m.passkey_consent;
  return role === 'approver' ? m.review_approve_consent : m.review_consent;
}
