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
