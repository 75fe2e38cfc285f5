import type { Timestamp } from '#domain/envelope/graph.ts';
import { documentRows, greeting, namedAsSigner, type EnvelopeMailFacts } from '../facts.ts';
import type { MailBlock } from '../content.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { instant } from '../wording.ts';

export interface SignatureRequestFacts extends EnvelopeMailFacts {
  /** The signer's personal link. */
  readonly link: string;
  readonly expiresAt: Timestamp | null;
  /** What the sender wrote to the signers. */
  readonly message: string | null;
}

/** To the first signer, when an envelope is sent. */
export function render(facts: SignatureRequestFacts): RenderedMail {
  return layOut({
    branding: facts.branding,
    subject: [{ given: facts.senderName }, ' asks you to sign “', { given: facts.documentName }, '”'],
    preheader: ['Read the document and sign it in your browser. You need no account.'],
    heading: 'A document is waiting for your signature',
    blocks: [
      { kind: 'paragraph', text: greeting(facts) },
      {
        kind: 'paragraph',
        text: [
          { given: facts.senderName },
          ' asks you to sign ',
          { given: facts.documentName },
          '. You can read it first, and you can decline. You need no account.',
        ],
      },
      ...signingBlocks(facts),
    ],
    reason: namedAsSigner(facts),
  });
}

/** Message, facts, button and the warning about the link: the same for every signer, whoever signs first. */
export function signingBlocks(facts: SignatureRequestFacts): MailBlock[] {
  const { message, expiresAt } = facts;
  const until = expiresAt === null ? [] : [{ label: 'Sign until', value: [instant(expiresAt)] }];
  return [
    ...quotedMessage(facts.senderName, message),
    { kind: 'details', rows: [...documentRows(facts), ...until] },
    { kind: 'action', label: 'Review and sign', url: facts.link },
    {
      kind: 'paragraph',
      text: [
        'This link is yours alone: whoever has it can sign in your name. Please do not forward this mail.',
      ],
    },
  ];
}

function quotedMessage(senderName: string, message: string | null): MailBlock[] {
  if (message === null || message.trim() === '') return [];
  return [{ kind: 'quote', caption: ['Message from ', { given: senderName }], text: message }];
}
