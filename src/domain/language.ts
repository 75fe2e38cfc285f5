/** Languages of the signer's page and of mails (BCP 47). */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'pl', 'nl', 'ja', 'zh', 'ar', 'he'] as const;
export type Language = (typeof LANGUAGES)[number];

export const DEFAULT_LANGUAGE: Language = 'en';
