import { expect, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { NO_DETAILS } from '#domain/field/details.ts';
import { TYPE_LABELS } from '#domain/field/type-label.ts';
import { previewOperations } from '#ui/editor/preview/preview-operations.ts';
import SignerScreens from '#ui/signer/screens/SignerScreens.svelte';
import type { SignerOperations } from '#ui/signer/signer-api.ts';
import { SigningSession } from '#ui/signer/signing-session.svelte.ts';
import { TabMemory } from '#ui/signer/tab-memory.ts';
import type { SignBody } from '#wire/signer.ts';
import type { SignerView } from '#wire/signer-view.ts';
import { makePages } from './pdf.ts';
import { showTexts } from './texts.ts';

type Field = SignerView['fields'][number];

const NOW = '2026-11-21T09:00:00.000Z';

const FIELD: Field = {
  ...NO_DETAILS,
  ...{ id: 'fld_1', envelopeId: 'env_1', organizationId: 'org_1', participantId: 'par_1', key: 'text' },
  ...{ type: 'text', page: 1, x: 0.1, y: 0.1, width: 0.3, height: 0.028, placed: true, source: 'manual' },
  ...{ label: null, required: true, options: null, group: null, prefillValue: null, locked: false },
  ...{ autoSource: null, partyIndex: null, syntheticRoleId: null, syntheticRoleName: null, state: null },
  condition: null,
  ...{
    value: null,
    attachment: null,
    attachments: [],
    filledAt: null,
    createdAt: NOW,
    updatedAt: NOW,
    displayLabel: '',
  },
};

/** What the signer's page opens with. */
type Asked = {
  readonly fields: readonly Partial<Field>[];
  readonly pages?: number;
  /** How many bytes each page has besides what it says. */
  readonly padding?: number;
  readonly view?: Partial<SignerView>;
  /** What she is asked to do. */
  readonly role?: SignerView['me']['role'];
  /** The names of those who sign after her. */
  readonly others?: readonly string[];
  /** What the test answers itself. */
  readonly operations?: Partial<SignerOperations>;
  /** Whether the test decides when there is something to see. */
  readonly isHeld?: boolean;
};

/** Opens the document as Ada Lovelace, whose turn it is. Nobody records anything; what she signs is kept. */
export async function openDocument({
  fields,
  pages = 2,
  padding = 0,
  view = {},
  role = 'signer',
  others = [],
  operations: own = {},
  isHeld = false,
}: Asked): Promise<{
  readonly signed: () => SignBody | null;
}> {
  await showTexts('signer');
  onTestFinished(() => showTexts('dashboard'));
  const bytes = Uint8Array.from(makePages(pages, padding));
  const shown: SignerView = {
    envelope: {
      ...{ id: 'env_1', status: 'in_progress', detectionStatus: 'completed', version: 1 },
      ...{ legalFramework: 'esign_ueta', originalFilename: 'Lease.pdf' },
      consumerDisclosure: view.disclosure != null,
      ...{ displayName: 'Lease', expiresAt: null, pageCount: pages, sealedAt: null },
      documents: [{ id: 'doc_1', name: 'Lease.pdf', firstPage: 1, pageCount: pages }],
      ...{ documentHash: await computeHash(bytes), hasCertificateFile: false },
    },
    me: {
      ...{ id: 'par_1', envelopeId: 'env_1', organizationId: 'org_1', orderIndex: 0, role },
      ...{ name: 'Ada Lovelace', email: 'ada@example.com', status: 'pending', delivery: 'email' },
      ...{ consentedAt: null, signedAt: null, authenticatedAt: null, declinedAt: null },
      ...{ lastViewedAt: null, declineReason: null, createdAt: NOW, updatedAt: NOW, company: null },
      ...{ title: null, language: null, message: null, canDelegate: true, delegatedFrom: [] },
      ...{ signing: { method: 'click' as const }, signedWith: null },
      ...{ authentication: { method: 'link', phone: null, provider: null }, detectedPartyIndex: null },
    },
    canAsk: true,
    versionNumber: 1,
    thankYou: null,
    threads: [],
    participants: [{ orderIndex: 0, status: 'pending' }],
    fields: fields.map((field, index) => ({
      ...{ ...FIELD, id: `fld_${index + 1}`, key: field.label ?? `field_${index + 1}` },
      displayLabel: field.label ?? TYPE_LABELS[field.type ?? 'text'],
      ...field,
    })),
    ...{ inputs: [], completedFields: [], others: [], openFields: [], isMyTurn: true },
    ...{ senderName: 'Grace Hopper', senderEmail: 'grace@acme.example', documentUrl: null, disclosure: null },
    branding: {
      ...{ displayName: 'Acme Legal GmbH', logoUrl: null, accentColor: null },
      ...{ logoWidth: null, logoHeight: null, isTest: false },
    },
    ...view,
  };
  let body: SignBody | null = null;
  const preview = previewOperations(shown, { subject: '', body: '' });
  const operations = {
    ...preview,
    invitation: async () => {
      const invitation = await preview.invitation();
      const later = { role: 'signer', status: 'pending', isTheirTurn: false, isMe: false } as const;
      const people = others.map((name) => ({ ...later, name }));
      return { ...invitation, participants: [...invitation.participants, ...people] };
    },
    document: () => Promise.resolve(Uint8Array.from(bytes)),
    sign: (given: SignBody) => {
      body = given;
      return Promise.resolve('in_progress' as const);
    },
    ...own,
  };
  const session = new SigningSession(operations, new TabMemory(null));
  onTestFinished(() => session.end());
  // What its page is in has larger inputs than the dashboard.
  const target = document.createElement('div');
  target.className = 'roomy contents';
  document.body.append(target);
  onTestFinished(() => target.remove());
  await render(SignerScreens, { target, props: { session } });
  void session.begin();
  await page.getByRole('button', { name: 'Review document' }).click();
  await expect.element(page.getBySelector('#signer-proceed')).toBeVisible();
  if (!isHeld) await expect.element(page.getBySelector('[data-page="1"] canvas')).toBeVisible();
  return { signed: () => body };
}

/** The SHA-256 in hexadecimal. */
export async function computeHash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
