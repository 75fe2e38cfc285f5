import type { AuthenticationMethod } from '#domain/envelope/status.ts';
import { m } from '#i18n/compiled/messages.js';

const NAMES: Readonly<Record<AuthenticationMethod, () => string>> = {
  link: m.editor_authentication_link,
  access_code: m.editor_authentication_access_code,
  email_code: m.editor_authentication_email_code,
  sms_code: m.editor_authentication_sms_code,
};

/** Returns the name of a way to prove who one is. */
export function authenticationName(method: AuthenticationMethod): string {
  return NAMES[method]();
}
