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
    signing: { method: 'click' as const },
    signedWith: null,
    ...{ consentedAt: null, signedAt: null, authenticatedAt: null, declinedAt: null, lastViewedAt: null },
    ...{ declineReason: null, lastIpAddress: null, lastUserAgent: null, createdAt, updatedAt },
    ...{ company: null, title: null, language: null, canDelegate: true, delegatedFrom: [], message: null },
    detectedPartyIndex: null,
  }));
  const graph: WireGraph = {
    ...{ envelope: row, participants, fields: [] },
    ...{ versionNumber: 1, previousVersion: null, nextVersion: null, replacedBy: null },
  };
  const made = (action: Event['action'], seq: number, payload: Event['payload'] = {}): Event => ({
    ...{ id: `evt_${seq}`, envelopeId: row.id, organizationId: row.organizationId, seq, action },
    ...{ actorType: 'sender', actorId: 'usr_1', occurredAt: updatedAt, ipAddress: null, userAgent: null },
    ...{ prevHash: '0'.repeat(64), hash: '1'.repeat(64), digest: '2'.repeat(64), salt: null, payload },
  });
  const events = [made('envelope.created', 1)];
  if (row.sentAt !== null) {
    events.push(made('envelope.sent', 2));
    const issued = participants.map(({ id, email }) => ({ participantId: id, epoch: 1, email }));
    events.push(...issued.map((payload, at) => made('participant.link_issued', 3 + at, payload)));
  }
  return { graph, events, threads: [], labels: [], contract: null, hold: null, mark: '', role: 'owner' };
}
