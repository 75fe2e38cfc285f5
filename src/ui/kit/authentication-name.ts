import type { AuthenticationMethod } from '#domain/envelope/status.ts';
import { m } from '#i18n/compiled/messages.js';

const NAMES: Readonly<Record<AuthenticationMethod, () => string>> = {
  link: m.editor_authentication_link,
  access_code: m.editor_authentication_access_code,
  email_code: m.editor_authentication_email_code,
  sms_code: m.editor_authentication_sms_code,
  oidc: m.editor_authentication_oidc,
};

/**
 * Returns the name of an authentication method, including the name of the identity provider if it is known.
 */
export function getAuthenticationName(method: AuthenticationMethod, provider: string | null = null): string {
  return provider === null ? NAMES[method]() : m.editor_authentication_oidc_with({ provider });
}
