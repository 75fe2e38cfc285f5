/**
 * The consumer disclosure of 15 USC 7001(c), shown in full before a signer under ESIGN consents. The consent
 * event records its version, locale and SHA-256, so any change to the text needs a new version.
 */
export const CONSUMER_DISCLOSURE = {
  version: '2026-11-22',
  locale: 'en',
  title: 'Consent to electronic records and signatures',
  paragraphs: [
    'The sender is asking you to receive and sign this document electronically. Please read this before you agree.',
    'Your consent covers this document and the records that belong to it: the document itself, its certificate of completion and messages about them. It does not cover anything else you do with the sender.',
    'You can have the document on paper instead. To ask for it, reply to the message that brought you here. The sender will tell you whether a fee applies. You do not have to use electronic records or signatures.',
    'You can withdraw your consent at any time before you sign, by closing this page or by declining to sign. This service does not charge a fee for that. Anything you signed before you withdrew stays valid.',
    'If your email address changes, tell the sender, so that the records about this document still reach you.',
    'To read and keep the records, you need a device with a current web browser, an email account, software that displays PDF files, and a way to save or print them. If these requirements change in a way that could keep you from your records, you will be told and can withdraw your consent.',
    'After everyone has signed, you will receive the completed document by email. You can download, save and print it.',
    'By agreeing, you confirm that you can open and read this document on the device you are using, and that you consent to electronic records and signatures for it.',
  ],
} as const;

/** Returns the exact text whose hash is recorded: the title and the paragraphs, separated by blank lines. */
export function getDisclosureText(): string {
  return [CONSUMER_DISCLOSURE.title, ...CONSUMER_DISCLOSURE.paragraphs].join('\n\n');
}
