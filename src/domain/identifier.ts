/** The kinds of records, and the prefixes of their identifiers (TypeID: prefix, `_`, 26 characters). */
export const ID_PREFIXES = {
  organization: 'org',
  team: 'team',
  user: 'user',
  apiKey: 'key',
  template: 'tpl',
  templateRole: 'role',
  templateField: 'tfld',
  envelope: 'env',
  document: 'doc',
  participant: 'part',
  copy: 'cpy',
  field: 'fld',
  attachment: 'att',
  event: 'evt',
  sealCertificate: 'seal',
  mail: 'mail',
  webhook: 'wh',
  delivery: 'del',
  invitation: 'inv',
  accountLink: 'acc',
  administrativeAction: 'adm',
  instanceAction: 'ins',
  grant: 'grant',
  bulkSend: 'bulk',
  mailDelivery: 'mdel',
  pageSession: 'ses',
  templateForm: 'form',
  formStart: 'fst',
  label: 'lbl',
  savedView: 'view',
  identityProvider: 'idp',
  connection: 'sso',
  emailDomain: 'dom',
  directoryToken: 'scim',
  erasure: 'era',
  export: 'exp',
  storageKey: 'sto',
  agentQuestion: 'ask',
  thread: 'thr',
  threadMessage: 'msg',
  signingAttempt: 'sat',
} as const;
export type RecordKind = keyof typeof ID_PREFIXES;

/** Creates an identifier. Passed in, because the domain has no clock or source of randomness. */
export type NewId = (kind: RecordKind) => string;

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Encodes 16 bytes as 26 characters of lowercase Crockford base32, most significant bits first (TypeID 0.3).
 */
export function encodeBase32(bytes: Uint8Array): string {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  let text = '';
  for (let i = 0; i < 26; i++) {
    text = ALPHABET.charAt(Number(value & 31n)) + text;
    value >>= 5n;
  }
  return text;
}

/** Decodes what {@link encodeBase32} encoded, as a number of up to 130 bits; null for other texts. */
export function decodeBase32(text: string): bigint | null {
  if (!/^[\da-hjkmnp-tv-z]{26}$/.test(text)) return null;
  return [...text].reduce((value, letter) => (value << 5n) | BigInt(ALPHABET.indexOf(letter)), 0n);
}
