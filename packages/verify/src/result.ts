/** The checks in display order, each with all its possible findings. */
export const CODES = {
  file: {
    passed: ['unchanged', 'unchanged_with_updates'],
    failed: [
      'not_a_pdf',
      'not_sealed',
      'truncated',
      'byte_range_invalid',
      'signature_misplaced',
      'bytes_changed',
      'appended_data',
      'appended_changes',
    ],
    not_checked: ['signature_unreadable_file'],
  },
  seal: {
    passed: ['sealed_by'],
    failed: [
      'signature_unreadable',
      'signature_invalid',
      'certificate_chain_broken',
      'certificate_not_valid_then',
      'certificate_not_for_sealing',
      'certificate_revoked',
      'root_not_trusted',
    ],
    not_checked: [
      'root_not_given',
      'issuer_missing',
      'certificate_expired_since',
      'algorithm_unknown',
      'no_seal',
    ],
  },
  time: {
    passed: ['time_confirmed'],
    failed: [
      'timestamp_unreadable',
      'timestamp_other_data',
      'timestamp_signature_invalid',
      'timestamp_certificate_invalid',
      'timestamp_future',
      'time_in_future',
    ],
    not_checked: [
      'time_claimed',
      'timestamp_service_not_trusted',
      'timestamp_expired_since',
      'time_missing',
      'no_seal',
    ],
  },
  long_term: {
    passed: ['long_term_archived', 'long_term_kept'],
    failed: ['archive_timestamp_invalid', 'revocation_data_invalid', 'level_too_low'],
    not_checked: [
      'no_long_term_data',
      'long_term_incomplete',
      'long_term_service_not_trusted',
      'long_term_expired',
      'no_seal',
    ],
  },
  presented: {
    passed: ['presented_matches'],
    failed: ['presented_differs'],
    not_checked: ['presented_length_missing', 'presented_not_recorded', 'no_seal'],
  },
  audit_log: {
    passed: ['log_complete', 'log_complete_and_continued'],
    failed: [
      'evidence_unreadable',
      'event_changed',
      'head_differs',
      'other_envelope',
      'evidence_contradicts_seal',
      'other_sealed_file',
    ],
    not_checked: ['evidence_missing', 'no_seal'],
  },
  published: {
    passed: ['published', 'published_and_continued'],
    failed: [
      'proof_unreadable',
      'log_entry_differs',
      'not_in_log',
      'checkpoint_signature_invalid',
      'cosignature_invalid',
      'log_forked',
    ],
    not_checked: [
      'no_seal',
      'no_evidence_file',
      'not_published_yet',
      'log_key_not_given',
      'log_not_reached',
      'too_few_witnesses',
    ],
  },
} as const;

export type Check = keyof typeof CODES;
export const CHECKS = Object.keys(CODES) as Check[];

export type Outcome = 'passed' | 'failed' | 'not_checked';
export type CodeOf<C extends Check> = (typeof CODES)[C][Outcome][number];
export type Code = CodeOf<Check>;

/** Numbers, names and times that belong to a code. Times are ISO 8601 in UTC. */
export type Facts = Readonly<Record<string, string | number>>;

/** What a check found. */
export type Result = {
  readonly check: Check;
  readonly outcome: Outcome;
  readonly code: Code;
  readonly facts: Facts;
  /** The exact problem in English, for programs and bug reports. */
  readonly detail: string | null;
};

/** The levels of EN 319 142-1. */
export const LEVELS = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const;
export type Level = (typeof LEVELS)[number];

/** Makes a result. Its outcome follows from the code. */
export function createResult<C extends Check>(
  check: C,
  code: CodeOf<C>,
  facts: Facts = {},
  detail: string | null = null,
): Result {
  const codes: Readonly<Record<Outcome, readonly string[]>> = CODES[check];
  const outcome = (['passed', 'failed', 'not_checked'] as const).find((one) => codes[one].includes(code));
  return { check, outcome: outcome ?? 'failed', code, facts, detail };
}
