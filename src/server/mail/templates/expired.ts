import { documentRows, greeting, tookPart, type OutcomeMailFacts } from '../facts.ts';
import { layOut, type RenderedMail } from '../layout.ts';

/** To the sender and to whose turn it was, when an envelope has expired. */
export function render(facts: OutcomeMailFacts): RenderedMail {
  return layOut({
    branding: facts.branding,
    subject: ['Expired: “', { given: facts.documentName }, '”'],
    preheader: ['It was not signed by everyone in time.'],
    heading: 'The document has expired',
    blocks: [
      { kind: 'paragraph', text: greeting(facts) },
      {
        kind: 'paragraph',
        text: [
          { given: facts.documentName },
          ' was not signed by everyone in time. It can no longer be signed.',
        ],
      },
      { kind: 'details', rows: documentRows(facts) },
    ],
    reason: tookPart(facts),
  });
}
