import type { ParticipantRole } from '#domain/envelope/status.ts';
import { codeMail } from '../code-mail.ts';
import { documentRows, whyAsked, type EnvelopeMailFacts } from '../facts.ts';
import type { RenderedMail } from '../layout.ts';

/** To a participant who asked for the code that opens the document. */
export function render(
  facts: EnvelopeMailFacts & { readonly code: string; readonly role: ParticipantRole },
): RenderedMail {
  return codeMail(facts, [{ kind: 'details', rows: documentRows(facts) }], whyAsked(facts));
}
