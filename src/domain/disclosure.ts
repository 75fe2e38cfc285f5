/**
 * The consumer disclosure of 15 USC 7001(c), shown in full before a signer under ESIGN consents.
 * The version, locale and SHA-256 of the accepted text go into the consent event.
 */
export const CONSUMER_DISCLOSURE = {
  version: '2026-11-01',
  locale: 'en',
  title: 'Consent to electronic records and signatures',
  paragraphs: [
    'The sender asks you to receive this document, and to sign it, electronically. Please read this before you agree.',
    'Your consent covers this document and the records that belong to it: the document itself, its certificate of completion and the messages about them. It does not cover anything else that you do with the sender.',
    'You may have the document on paper instead. Ask the sender by replying to the message that brought you here; the sender tells you whether a fee applies. You do not have to use electronic records or signatures.',
    'You may withdraw your consent at any time before you sign, without any fee by this service, by closing this page or by declining to sign. What you have signed before you withdraw stays valid.',
    'If your e-mail address changes, tell the sender, so that the records about this document still reach you.',
    'To read and keep the records you need a device with a current web browser, an e-mail account, software that shows PDF files, and a way to save or print them. If these needs change in a way that could keep you from your records, you will be told and may withdraw your consent.',
    'After everyone has signed you receive the completed document by e-mail and can download, save and print it.',
    'By agreeing you confirm that you can open and read this document on the device that you are using, and that you consent to electronic records and signatures for it.',
  ],
} as const;

/** Returns the exact text whose hash is recorded: title and paragraphs, separated by blank lines. */
export function disclosureText(): string {
  return [CONSUMER_DISCLOSURE.title, ...CONSUMER_DISCLOSURE.paragraphs].join('\n\n');
}
