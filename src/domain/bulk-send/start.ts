import type { Effect } from '../effects.ts';

export function startEffects(bulk: {
  readonly organizationId: string;
  readonly id: string;
}): readonly Effect[] {
  return [
    {
      name: 'svc/bulk_send.started',
      payload: { organizationId: bulk.organizationId, bulkSendId: bulk.id },
    },
  ];
}

/** Names the envelopes of a bulk send so that they can be told apart, if the template has no pattern. */
export const BULK_NAME_PATTERN = '{template_name} – {recipient_name}';
