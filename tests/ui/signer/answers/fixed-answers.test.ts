import { describe, expect, it } from 'vitest';
import { resolveFixedAnswers, suggestValue } from '#ui/signer/answers/fixed-answers.ts';
import type { SignerView, WireSignerField } from '#wire/signer-view.ts';
import { signerField } from '../signer-field.ts';

const NOW = new Date('2027-03-01T23:30:00.000Z');

function view(fields: WireSignerField[], organization: string | null = 'Acme GmbH'): SignerView {
  return {
    envelope: {
      id: 'env_1',
      status: 'in_progress',
      detectionStatus: 'none',
      version: 3,
      legalFramework: 'esign_ueta',
      consumerDisclosure: false,
      originalFilename: 'a.pdf',
      displayName: 'A',
      expiresAt: null,
      documentHash: null,
      pageCount: 1,
      sealedAt: null,
      documents: [],
      hasCertificateFile: false,
    },
    me: {
      id: 'part_1',
      envelopeId: 'env_1',
      organizationId: 'org_1',
      orderIndex: 0,
      name: 'Ada',
      email: 'ada@example.com',
      message: null,
      role: 'signer',
      delivery: 'email',
      status: 'pending',
      consentedAt: null,
      signedAt: null,
      authentication: { method: 'link', phone: null, provider: null },
      canDelegate: true,
      delegatedFrom: [],
      signing: { method: 'click' },
      signedWith: null,
      authenticatedAt: null,
      declinedAt: null,
      lastViewedAt: null,
      declineReason: null,
      createdAt: '2027-01-01T00:00:00.000Z',
      updatedAt: '2027-01-01T00:00:00.000Z',
      company: null,
      title: null,
      language: null,
      detectedPartyIndex: null,
    },
    participants: [],
    fields,
    inputs: [],
    completedFields: [],
    others: [],
    openFields: [],
    canAsk: true,
    versionNumber: 1,
    thankYou: null,
    threads: [],
    isMyTurn: true,
    senderName: 'Grace',
    senderEmail: 'grace@example.com',
    branding: {
      displayName: organization,
      logoUrl: null,
      accentColor: null,
      logoWidth: null,
      logoHeight: null,
      isTest: false,
    },
    documentUrl: null,
    disclosure: null,
  };
}

describe('fixedAnswers', () => {
  it('resolves sources as the server does: date in UTC, names and addresses, the organization', () => {
    const fields = (
      [
        'signed_date',
        'signer_name',
        'signer_email',
        'sender_name',
        'sender_email',
        'sender_organization',
      ] as const
    ).map((autoSource) => signerField({ id: autoSource, autoSource }));
    expect(Object.fromEntries(resolveFixedAnswers(view(fields), NOW))).toEqual({
      signed_date: '2027-03-01',
      signer_name: 'Ada',
      signer_email: 'ada@example.com',
      sender_name: 'Grace',
      sender_email: 'grace@example.com',
      sender_organization: 'Acme GmbH',
    });
  });

  it('lets the signer fill a field whose source is empty, unless it is locked', () => {
    const fixed = resolveFixedAnswers(
      view([
        signerField({ id: 'open', autoSource: 'signer_company' }),
        signerField({ id: 'locked', autoSource: 'signer_company', locked: true, prefillValue: 'Acme' }),
        signerField({ id: 'locked but empty', locked: true }),
        signerField({ id: 'prefilled', prefillValue: 'mine to change' }),
      ]),
      NOW,
    );
    expect([...fixed]).toEqual([
      ['locked', 'Acme'],
      ['locked but empty', null],
    ]);
  });

  it('does not guess an unknown organization’s name', () => {
    expect([
      ...resolveFixedAnswers(
        view([signerField({ id: 'org', autoSource: 'sender_organization' })], null),
        NOW,
      ),
    ]).toEqual([['org', null]]);
  });
});

describe('suggestion', () => {
  it('offers the known details of the signer, and nothing for other types', () => {
    const { me } = view([]);
    expect([
      suggestValue('name', me),
      suggestValue('email', me),
      suggestValue('company', me),
      suggestValue('text', me),
    ]).toEqual(['Ada', 'ada@example.com', '', '']);
  });
});
