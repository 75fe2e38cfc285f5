import { greeting, namedAsSigner } from '../facts.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { signingBlocks, type SignatureRequestFacts } from './signature-request.ts';

/** To the current signer, when the sender or the envelope's policy reminds them. */
export function render(facts: SignatureRequestFacts): RenderedMail {
  return layOut({
    branding: facts.branding,
    subject: ['Reminder: “', { given: facts.documentName }, '” waits for your signature'],
    preheader: ['Read the document and sign it in your browser. You need no account.'],
    heading: 'This document still waits for you',
    blocks: [
      { kind: 'paragraph', text: greeting(facts) },
      {
        kind: 'paragraph',
        text: [
          { given: facts.senderName },
          ' asked you to sign ',
          { given: facts.documentName },
          ', and it has not been signed yet. You can read it first, and you can decline.',
        ],
      },
      ...signingBlocks(facts),
    ],
    reason: namedAsSigner(facts),
  });
}
