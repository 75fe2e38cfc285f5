import type { ParticipantDelivery } from '#domain/envelope/status.ts';
import { m } from '#i18n/compiled/messages.js';

const NAMES: Readonly<Record<ParticipantDelivery, () => string>> = {
  email: m.editor_delivery_email,
  embedded: m.editor_delivery_embedded,
  in_person: m.editor_delivery_in_person,
};

/** Returns the name of a way to get to the document. */
export function getDeliveryName(delivery: ParticipantDelivery): string {
  return NAMES[delivery]();
}
