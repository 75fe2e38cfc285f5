import { pickDetails, NO_DETAILS } from '#domain/field/details.ts';
import type { WireSignerField } from '#wire/signer-view.ts';

/** A signer's field for tests. By default, a required text field on page 1. */
export function signerField(given: Partial<WireSignerField> & { readonly id: string }): WireSignerField {
  return {
    ...pickDetails(NO_DETAILS),
    condition: null,
    key: given.id,
    envelopeId: 'env_1',
    organizationId: 'org_1',
    participantId: 'part_1',
    type: 'text',
    page: 1,
    x: 0.1,
    y: 0.1,
    width: 0.3,
    height: 0.03,
    label: null,
    displayLabel: given.label ?? 'Text',
    placed: true,
    required: true,
    options: null,
    source: 'manual',
    prefillValue: null,
    locked: false,
    autoSource: null,
    value: null,
    attachment: null,
    attachments: [],
    filledAt: null,
    createdAt: '2027-01-01T00:00:00.000Z',
    updatedAt: '2027-01-01T00:00:00.000Z',
    partyIndex: null,
    syntheticRoleId: null,
    syntheticRoleName: null,
    group: null,
    ...given,
  };
}
