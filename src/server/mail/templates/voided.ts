import { documentRows, greeting, tookPart, type OutcomeMailFacts } from '../facts.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { statedReason } from './declined.ts';

export interface VoidedFacts extends OutcomeMailFacts {
  readonly reason: string | null;
}

/** To everyone who had been asked to sign, when the sender has withdrawn the envelope. */
export function render(facts: VoidedFacts): RenderedMail {
  return layOut({
    branding: facts.branding,
    subject: ['Withdrawn: “', { given: facts.documentName }, '”'],
    preheader: ['There is nothing left for you to do.'],
    heading: 'The document was withdrawn',
    blocks: [
      { kind: 'paragraph', text: greeting(facts) },
      {
        kind: 'paragraph',
        text: [
          { given: facts.documentName },
          ' was withdrawn by its sender, ',
          { given: facts.senderName },
          '. It can no longer be signed, and there is nothing left for you to do.',
        ],
      },
      ...statedReason(facts.reason),
      { kind: 'details', rows: documentRows(facts) },
    ],
    reason: tookPart(facts),
  });
}
