import { describe, expect, it } from 'vitest';
import { createField, createParticipant, withFieldChanged } from '#ui/editor/draft/changes.ts';
import type { Draft, DraftField } from '#ui/editor/draft/draft.ts';
import { isProposal, withAccepted, withDismissed, withParty } from '#ui/editor/proposals/proposals.ts';
import { writeDraft } from '#ui/editor/draft/write-draft.ts';

const place = { x: 0.1, y: 0.1, width: 0.2, height: 0.05 };
const proposed = (key: string, change: Partial<DraftField>): DraftField => ({
  ...createField({ key, type: 'date', page: 1, place, participantKey: '' }),
  source: 'detected',
  proposedAutoSource: 'signed_date',
  ...change,
});

function draft(): Draft {
  const unassigned = { syntheticRoleId: 'unassigned', syntheticRoleName: 'Not assigned' };
  return {
    displayName: 'Lease',
    message: { subject: '', body: '' },
    copies: [],
    participants: [
      { ...createParticipant('ada'), name: 'Ada', email: 'ada@example.com' },
      {
        ...createParticipant('party_1'),
        name: 'Tenant',
        detectedPartyIndex: 1,
        slot: { kind: 'party', index: 1 },
      },
    ],
    fields: [
      proposed('nobody', unassigned),
      proposed('tenant', { participantKey: 'party_1', partyIndex: 1 }),
      { ...proposed('own', { participantKey: 'ada' }), source: 'manual' },
    ],
    policy: { legalFramework: 'none', consumerDisclosure: false, expiresAt: null, reminderPolicy: null },
  };
}

describe('proposals', () => {
  it('are detected fields that have not been accepted', () => {
    expect(
      draft()
        .fields.filter(isProposal)
        .map(({ key }) => key),
    ).toEqual(['nobody', 'tenant']);
    const accepted = withAccepted(draft(), new Set(['nobody', 'tenant', 'own']), 'ada');
    expect(accepted.fields.some(isProposal)).toBe(false);
    expect(accepted.fields).toMatchObject([
      { participantKey: 'ada', autoSource: 'signed_date', proposedAutoSource: null, syntheticRoleId: null },
      { participantKey: 'party_1', partyIndex: 1 },
      { autoSource: null, proposedAutoSource: 'signed_date' },
    ]);
    expect(writeDraft(accepted).fields).toMatchObject([
      { source: 'manual', participantIndex: 0 },
      { source: 'manual', participantIndex: null, partyIndex: 1 },
      { source: 'manual' },
    ]);
  });

  it('are removed alone when dismissed', () => {
    const left = withDismissed(draft(), new Set(['nobody', 'own']));
    expect(left.fields.map(({ key }) => key)).toEqual(['tenant', 'own']);
  });

  it('are accepted by editing them', () => {
    expect(withFieldChanged(draft(), 'tenant', { x: 0.3 }).fields[1]).toMatchObject({ source: 'manual' });
  });

  it('stay suggestions when their party is matched to a participant', () => {
    const named = withParty(draft(), 1, 'ada');
    expect(named.participants).toMatchObject([{ key: 'ada', detectedPartyIndex: 1 }]);
    expect(named.fields[1]).toMatchObject({ participantKey: 'ada', partyIndex: 1, source: 'detected' });
    expect(writeDraft(named).fields[1]).toMatchObject({
      participantIndex: 0,
      partyIndex: 1,
      source: 'detected',
    });
  });
});
