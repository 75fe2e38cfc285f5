import type { MailBranding, MailRow, Phrase } from './content.ts';

/** What every mail about an envelope says. */
export interface EnvelopeMailFacts {
  readonly branding: MailBranding;
  readonly recipientName: string;
  readonly senderName: string;
  readonly senderEmail: string;
  readonly organizationName: string;
  readonly documentName: string;
}

/** What a mail says that goes to signers and to the sender alike. */
export interface OutcomeMailFacts extends EnvelopeMailFacts {
  readonly recipientRole: 'signer' | 'sender';
}

/** The greeting at the head of a mail. */
export function greeting({ recipientName }: EnvelopeMailFacts): Phrase {
  return recipientName.trim() === '' ? ['Hello,'] : ['Hello ', { given: recipientName }, ','];
}

/** Why a signer gets a mail. */
export function namedAsSigner(facts: EnvelopeMailFacts): Phrase {
  return [
    'You receive this mail because ',
    { given: facts.senderName },
    ' of ',
    { given: facts.organizationName },
    ' named you as a signer of this document. If you do not know the sender or did not expect this, you can ignore it: ' +
      'nothing is signed unless you sign it.',
  ];
}

/** Why somebody is told how an envelope ended. */
export function tookPart(facts: OutcomeMailFacts): Phrase {
  if (facts.recipientRole === 'sender')
    return ['You receive this mail because you sent this document for signature.'];
  const { senderName, organizationName } = facts;
  return [
    'You receive this mail because ',
    { given: senderName },
    ' of ',
    { given: organizationName },
    ' named you as a signer of this document.',
  ];
}

/** The rows that say which document it is and who sent it. */
export function documentRows(facts: EnvelopeMailFacts): MailRow[] {
  return [
    { label: 'Document', value: [{ given: facts.documentName }] },
    { label: 'From', value: [{ given: facts.senderName }, ' (', { given: facts.senderEmail }, ')'] },
    { label: 'Organization', value: [{ given: facts.organizationName }] },
  ];
}
