import { ID_PREFIXES, type RecordKind } from '#domain/identifier.ts';

/** The values of all examples in the API, which are about a single envelope. */
export const EXAMPLE = {
  displayName: 'Consulting agreement with Ada Lovelace',
  filename: 'Consulting agreement.pdf',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  phone: '+14155550142',
  company: 'Lovelace Analytics',
  title: 'Managing Director',
  senderName: 'Olga Owner',
  senderEmail: 'olga@acme.example',
  contentHash: '5b0a9ae1fbd4ce2f0c8f8f10d8c3d4b8f7ab0f3f84f6f7f3a2f7f9d0e5c1b2a3',
  documentHash: '0c6d6b5ef1d24f0b0a3f1b5d0c9e8a7f6e5d4c3b2a19080706050403020100ff',
  sealedHash: 'b4e0a1c2d3f4e5968778695a4b3c2d1e0f112233445566778899aabbccddee01',
  createdAt: '2027-03-01T09:00:00.000Z',
  sentAt: '2027-03-01T09:05:00.000Z',
  completedAt: '2027-03-01T14:30:00.000Z',
  expiresAt: '2027-03-31T22:00:00.000Z',
  namePattern: '{template_name} – {recipient_company} ({date:YYYY-MM})',
  messageSubject: 'Your consulting agreement',
  messageBody: 'Hello,\n\nPlease sign by Friday.',
  notice: { code: 'form_fields', count: 3 },
  label: 'Sales',
  webhookUrl: 'https://example.com/countersign',
} as const;

/** Returns the identifier of a record in the examples. */
export function createExampleId(kind: RecordKind, at = 0): string {
  return `${ID_PREFIXES[kind]}_01kd2v5m8ne3wtbxq7r0h4j6s${'abcdefgh'.charAt(at)}`;
}
