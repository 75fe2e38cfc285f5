import { describeDevice } from '#domain/account/device-name.ts';
import { m } from '#i18n/compiled/messages.js';

/** Names the device of a User-Agent header in the page's language. */
export function formatDeviceLabel(userAgent: string | null): string {
  return describeDevice(userAgent, { phrase: m.account_device }) ?? m.account_device_unknown();
}
