import { greeting, namedAsSigner } from '../facts.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { signingBlocks, type SignatureRequestFacts } from './signature-request.ts';

/** To a participant whose link was replaced, or whose envelope got another date of expiry. */
export function render(facts: SignatureRequestFacts): RenderedMail {
  return layOut({
    branding: facts.branding,
    subject: ['Your new link for “', { given: facts.documentName }, '”'],
    preheader: ['Use the link in this mail from now on.'],
    heading: 'Here is your new link',
    blocks: [
      { kind: 'paragraph', text: greeting(facts) },
      {
        kind: 'paragraph',
        text: [
          { given: facts.senderName },
          ' has sent you a new link for ',
          { given: facts.documentName },
          '. Please use it instead of any that you had before.',
        ],
      },
      ...signingBlocks(facts),
    ],
    reason: namedAsSigner(facts),
  });
}
