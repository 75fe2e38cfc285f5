import type { WireGraph } from '#wire/envelope-graph.ts';
import type { PageServerData } from '../../../src/routes/(app)/(pages)/envelopes/[id]/$types';
import type { Row } from './rows.ts';

type Event = PageServerData['events'][number];

/** What the page of an envelope opens with: one from the list, as far as its people and events. */
export function readEnvelope(row: Row): PageServerData {
  const { createdAt, updatedAt } = row;
  const participants = row.signers.map(({ participantId, name, status }, orderIndex) => ({
    ...{ id: participantId, envelopeId: row.id, organizationId: row.organizationId, orderIndex, name },
    ...{ role: 'signer' as const, delivery: 'email' as const, email: `${orderIndex}@example.com`, status },
    authentication: { method: 'link' as const, phone: null, provider: null },
    ...{ consentedAt: null, signedAt: null, authenticatedAt: null, declinedAt: null, lastViewedAt: null },
    ...{ declineReason: null, lastIpAddress: null, lastUserAgent: null, createdAt, updatedAt },
    ...{ company: null, title: null, language: null, canDelegate: true, delegatedFrom: [], message: null },
    detectedPartyIndex: null,
  }));
  const graph: WireGraph = { envelope: row, participants, fields: [] };
  const made = (action: Event['action'], seq: number, actorId: string | null): Event => ({
    ...{ id: `evt_${seq}`, envelopeId: row.id, organizationId: row.organizationId, seq, action },
    ...{ actorType: actorId === null ? 'system' : 'sender', actorId, occurredAt: updatedAt },
    ...{ prevHash: '0'.repeat(64), hash: '1'.repeat(64), digest: '2'.repeat(64), salt: null, payload: {} },
    ...{ ipAddress: null, userAgent: null },
  });
  const events = [made('envelope.created', 1, 'usr_1')];
  if (row.sentAt !== null) events.push(made('envelope.sent', 2, 'usr_1'));
  return { graph, events, labels: [], contract: null, hold: null, mark: '', role: 'owner' };
}
