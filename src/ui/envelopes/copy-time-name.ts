import type { CopyTime } from '#domain/envelope/status.ts';
import { m } from '#i18n/compiled/messages.js';

const NAMES: Readonly<Record<CopyTime, () => string>> = {
  sent: m.envelopes_copies_sent,
  completed: m.envelopes_copies_completed,
};

/** Returns when someone gets a copy, in words. */
export function copyTimeName(when: CopyTime): string {
  return NAMES[when]();
}
