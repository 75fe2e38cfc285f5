import { deviceName } from '#domain/account/device-name.ts';
import { m } from '#i18n/compiled/messages.js';

/** Names the device of a User-Agent header in the page's language. */
export function deviceLabel(userAgent: string | null): string {
  return deviceName(userAgent, { phrase: m.account_device }) ?? m.account_device_unknown();
}
