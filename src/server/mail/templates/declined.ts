import { documentRows, greeting, tookPart, type OutcomeMailFacts } from '../facts.ts';
import type { MailBlock } from '../content.ts';
import { layOut, type RenderedMail } from '../layout.ts';

export interface DeclinedFacts extends OutcomeMailFacts {
  /** The name of the participant who declined. */
  readonly who: string;
  readonly reason: string | null;
}

/** To everyone concerned, when a signer has declined. */
export function render(facts: DeclinedFacts): RenderedMail {
  return layOut({
    branding: facts.branding,
    subject: ['Declined: “', { given: facts.documentName }, '”'],
    preheader: [{ given: facts.who }, ' declined to sign. Nobody can sign this document any more.'],
    heading: 'The document was declined',
    blocks: [
      { kind: 'paragraph', text: greeting(facts) },
      {
        kind: 'paragraph',
        text: [
          { given: facts.who },
          ' declined to sign ',
          { given: facts.documentName },
          '. Nobody can sign it any more, and links that were sent for it no longer let anyone sign.',
        ],
      },
      ...statedReason(facts.reason),
      { kind: 'details', rows: documentRows(facts) },
    ],
    reason: tookPart(facts),
  });
}

/** The reason that somebody gave, if any, as a quotation. */
export function statedReason(reason: string | null): MailBlock[] {
  if (reason === null || reason.trim() === '') return [];
  return [{ kind: 'quote', caption: ['Reason given'], text: reason }];
}
