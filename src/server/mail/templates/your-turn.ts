import { greeting, namedAsSigner } from '../facts.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { signingBlocks, type SignatureRequestFacts } from './signature-request.ts';

export type YourTurnFacts = SignatureRequestFacts;

/** To each later signer, when those before have signed. */
export function render(facts: YourTurnFacts): RenderedMail {
  return layOut({
    branding: facts.branding,
    subject: ['Your turn to sign “', { given: facts.documentName }, '”'],
    preheader: ['Everyone before you has signed. You need no account.'],
    heading: 'It is your turn to sign',
    blocks: [
      { kind: 'paragraph', text: greeting(facts) },
      {
        kind: 'paragraph',
        text: [
          'Everyone before you has signed ',
          { given: facts.documentName },
          ', and ',
          { given: facts.senderName },
          ' now asks you to sign it. You can read it first, and you can decline. You need no account.',
        ],
      },
      ...signingBlocks(facts),
    ],
    reason: namedAsSigner(facts),
  });
}
