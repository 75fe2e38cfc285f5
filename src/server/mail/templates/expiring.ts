import type { Timestamp } from '#domain/envelope/graph.ts';
import type { MailBlock } from '../content.ts';
import { documentRows, greeting, tookPart, type OutcomeMailFacts } from '../facts.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { instant } from '../wording.ts';

export interface ExpiringFacts extends OutcomeMailFacts {
  readonly expiresAt: Timestamp;
  /** For a signer their signing link, for the sender the envelope's page. */
  readonly link: string;
}

/** To the sender and the current signer, three days before an envelope expires. */
export function render(facts: ExpiringFacts): RenderedMail {
  const action: MailBlock = {
    kind: 'action',
    label: facts.recipientRole === 'signer' ? 'Review and sign' : 'Open the envelope',
    url: facts.link,
  };
  return layOut({
    branding: facts.branding,
    subject: ['Expires soon: “', { given: facts.documentName }, '”'],
    preheader: ['It has not been signed by everyone yet.'],
    heading: 'This document expires soon',
    blocks: [
      { kind: 'paragraph', text: greeting(facts) },
      {
        kind: 'paragraph',
        text: [
          { given: facts.documentName },
          ' has not been signed by everyone yet. After the time below it can no longer be signed.',
        ],
      },
      {
        kind: 'details',
        rows: [...documentRows(facts), { label: 'Expires', value: [instant(facts.expiresAt)] }],
      },
      action,
    ],
    reason: tookPart(facts),
  });
}
