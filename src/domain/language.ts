/** Languages of the signer's page and of mails (BCP 47). The first is what is spoken where no other is known. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'pl', 'nl', 'ja', 'zh', 'ar', 'he'] as const;
export type Language = (typeof LANGUAGES)[number];
