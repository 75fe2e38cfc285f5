import type { Language } from '../language.ts';
import type { Facts } from './facts.ts';
import type { ParticipantRole } from './status.ts';

/** Must be raised with every change to the statements above the last button. A test compares their hashes. */
export const STATEMENT_VERSION = '2026-11-24';

/** The statement that a page showed above its last button. */
export type ShownStatement = { readonly language: Language; readonly text: string };

/** How someone agreed and to which text, as the SHA-256 of exactly what they were shown. */
export type Intent = {
  how: 'sign_and_finish' | 'approve';
  /** Null if the page didn't say in which language it showed the statement. */
  statementVersion: string | null;
  statementLanguage: Language | null;
  statementHash: string | null;
};

/** Returns the record of someone's intent to sign or approve. */
export function buildIntent(
  role: ParticipantRole,
  statement: ShownStatement | null,
  { sha256 }: Pick<Facts, 'sha256'>,
): Intent {
  return {
    how: role === 'approver' ? 'approve' : 'sign_and_finish',
    statementVersion: statement === null ? null : STATEMENT_VERSION,
    statementLanguage: statement?.language ?? null,
    statementHash: statement === null ? null : sha256(statement.text),
  };
}
