import { DEFAULT_LANGUAGE } from '#domain/language.ts';
import { greeting } from '../facts.ts';
import type { MailBranding } from '../content.ts';
import { layOut, type RenderedMail } from '../layout.ts';

export interface TestMailFacts {
  readonly branding: MailBranding;
  readonly recipientName: string;
  readonly organizationName: string;
  /** The page that the mail was asked for on. */
  readonly link: string;
}

/** A mail that somebody sends to themselves, to see that mail arrives and what it looks like. */
export function render(facts: TestMailFacts): RenderedMail {
  const language = DEFAULT_LANGUAGE;
  return layOut({
    branding: facts.branding,
    language,
    subject: ['Test mail of ', { given: facts.organizationName }],
    preheader: ['Mail from this server arrives.'],
    heading: 'Mail arrives',
    blocks: [
      { kind: 'paragraph', text: greeting({ recipientName: facts.recipientName, language }) },
      {
        kind: 'paragraph',
        text: [
          'this is what mail of ',
          { given: facts.organizationName },
          ' looks like. Whoever is asked to sign gets one like it, with a link to the document.',
        ],
      },
      { kind: 'action', label: 'Open the mail settings', url: facts.link },
    ],
    reason: ['You asked for this mail in the settings of ', { given: facts.organizationName }, '.'],
  });
}
