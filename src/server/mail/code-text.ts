import type { Language } from '#domain/language.ts';
import { LIMITS } from '#domain/limits.ts';
import { m } from '#i18n/compiled/messages.js';
import { shortenText } from './wording.ts';

/** Returns the text message that contains the code to open a document. */
export function codeText(code: string, senderName: string, language: Language): string {
  const sender = shortenText(senderName, LIMITS.smsNameMaxChars);
  return m.mail_sms_code({ code, sender }, { locale: language });
}
