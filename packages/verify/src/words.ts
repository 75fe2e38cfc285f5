import type { Check, Code, Outcome, Result } from './result.ts';

/** The title of each check, by outcome. The pages have translations of the same titles. */
export const TITLES: Readonly<Record<Check, Readonly<Record<Outcome, string>>>> = {
  file: {
    passed: 'The file is unchanged',
    failed: 'The file isn’t what was sealed',
    not_checked: 'The file: not checked',
  },
  seal: {
    passed: '{organization} sealed it',
    failed: 'The seal isn’t valid',
    not_checked: 'Who sealed it: not confirmed',
  },
  time: {
    passed: 'The sealing time is confirmed',
    failed: 'The sealing time is wrong',
    not_checked: 'The sealing time: not confirmed',
  },
  long_term: {
    passed: 'It can be checked for years to come',
    failed: 'The long-term data isn’t valid',
    not_checked: 'Long-term data: not complete',
  },
  presented: {
    passed: 'These pages were signed',
    failed: 'A different document was signed',
    not_checked: 'What was signed: not checked',
  },
  audit_log: {
    passed: 'The audit log is complete',
    failed: 'The audit log was changed',
    not_checked: 'The audit log: not checked',
  },
  published: {
    passed: 'The audit log was published',
    failed: 'The public log doesn’t match',
    not_checked: 'Published audit log: not checked',
  },
};

/** The sentences for people. `{names}` are placeholders for facts. */
export const SENTENCES = {
  covers_all: 'The seal covers the whole file.',
  updates_only:
    'The seal covers the whole document. Only long-term data was added later, which the seal allows.',
  not_pdf: 'This isn’t a PDF file.',
  no_seal_found: 'This PDF has no seal.',
  cut: 'The end of the file is missing.',
  wrong_place: 'The seal doesn’t cover the file the way a seal has to.',
  changed: 'The file was changed after it was sealed.',
  appended: '{appendedBytes} bytes that the seal doesn’t allow were added at the end.',
  unreadable: 'The signature can’t be read.',
  sealed_by: 'Its certificate was valid at the time. Compare the root with the published one: {root}.',
  bad_signature: 'The signature wasn’t made with the key of its certificate.',
  no_chain: 'The certificates don’t lead to a root.',
  not_valid_then: 'The certificate wasn’t valid when the document was sealed.',
  wrong_purpose: 'The certificate isn’t meant for sealing documents.',
  revoked: 'The certificate was revoked.',
  other_root: 'The certificates lead to a root that isn’t trusted: {root}.',
  unknown_root: 'The signature is valid. Compare the root with the published one: {root}.',
  expired_since: 'The certificate has expired, and no timestamp confirms that it was used before.',
  unknown_algorithm: 'The signature uses an algorithm that can’t be checked here.',
  nothing_to_compare: 'Without a readable seal, there’s nothing to compare with.',
  time_confirmed: 'An independent timestamp service confirms {time}.',
  bad_timestamp: 'The timestamp is invalid.',
  future: 'The stated time is in the future.',
  time_claimed: 'The service that sealed it says {time}. No timestamp service confirms it.',
  service_unknown: '{service} says {time}. Whether to trust this service wasn’t decided.',
  no_time: 'The seal doesn’t say when it was made.',
  archived:
    'Certificates and revocation lists are inside the file, under a second timestamp (PAdES {level}).',
  kept: 'Certificates and revocation lists are inside the file (PAdES {level}).',
  bad_long_term: 'The long-term data inside the file is invalid.',
  level_too_low: 'The file has level {level}, and {required} is required.',
  no_revocation:
    'Revocation can’t be checked from the file alone: it has level {level} and doesn’t contain every revocation list.',
  shown: 'The first {bytes} bytes are exactly the document that each person signed or approved.',
  shown_differs: 'The file starts with a different document than the one people signed.',
  shown_unknown: 'The file doesn’t say what people signed.',
  log_complete: 'Every event links to the one before, and the seal covers the last one. Events: {events}.',
  log_continued:
    'Every event links to the one before, and the log continues the sealed one. Events: {events}.',
  log_unreadable: 'The evidence can’t be read.',
  event_changed: 'Event {event} was changed, removed or added.',
  log_other: 'The audit log doesn’t belong to this file.',
  log_missing: 'The file has no audit log inside.',
  published: 'It’s entry {index} of the public log {origin}. Witnesses who signed: {witnesses}.',
  published_on:
    'It’s entry {index} of the public log {origin}, which has {newestSize} entries now and still contains it. Witnesses who signed: {witnesses}.',
  proof_unreadable: 'The proof of publication can’t be read.',
  log_entry_other: 'The public log has something different.',
  log_signature: 'A signature under the public log is invalid.',
  log_forked: 'A later state of the public log contradicts this one.',
  needs_evidence: 'This needs the exported evidence.',
  not_published: 'The evidence has no proof of publication.',
  log_key_missing: 'It’s in a log, but whether to trust {origin} wasn’t decided.',
  log_unreachable:
    'It’s entry {index} of the public log {origin}. Its newest state couldn’t be downloaded, so it wasn’t compared.',
  few_witnesses: 'Too few witnesses signed the public log: {witnesses}.',
} as const;
export type Sentence = keyof typeof SENTENCES;

/** The sentence for each code. Codes share one if the difference wouldn't help people. */
export const SENTENCE_OF: Readonly<Record<Code, Sentence>> = {
  unchanged: 'covers_all',
  unchanged_with_updates: 'updates_only',
  not_a_pdf: 'not_pdf',
  not_sealed: 'no_seal_found',
  truncated: 'cut',
  byte_range_invalid: 'wrong_place',
  signature_misplaced: 'wrong_place',
  bytes_changed: 'changed',
  appended_data: 'appended',
  appended_changes: 'appended',
  signature_unreadable_file: 'unreadable',
  signature_unreadable: 'unreadable',
  sealed_by: 'sealed_by',
  signature_invalid: 'bad_signature',
  certificate_chain_broken: 'no_chain',
  issuer_missing: 'no_chain',
  certificate_not_valid_then: 'not_valid_then',
  certificate_not_for_sealing: 'wrong_purpose',
  certificate_revoked: 'revoked',
  root_not_trusted: 'other_root',
  root_not_given: 'unknown_root',
  certificate_expired_since: 'expired_since',
  algorithm_unknown: 'unknown_algorithm',
  no_seal: 'nothing_to_compare',
  time_confirmed: 'time_confirmed',
  timestamp_unreadable: 'bad_timestamp',
  timestamp_other_data: 'bad_timestamp',
  timestamp_signature_invalid: 'bad_timestamp',
  timestamp_certificate_invalid: 'bad_timestamp',
  timestamp_future: 'future',
  time_in_future: 'future',
  time_claimed: 'time_claimed',
  timestamp_service_not_trusted: 'service_unknown',
  timestamp_expired_since: 'expired_since',
  time_missing: 'no_time',
  long_term_archived: 'archived',
  long_term_kept: 'kept',
  archive_timestamp_invalid: 'bad_long_term',
  revocation_data_invalid: 'bad_long_term',
  level_too_low: 'level_too_low',
  no_long_term_data: 'no_revocation',
  long_term_incomplete: 'no_revocation',
  long_term_service_not_trusted: 'service_unknown',
  long_term_expired: 'expired_since',
  presented_matches: 'shown',
  presented_differs: 'shown_differs',
  presented_length_missing: 'shown_unknown',
  presented_not_recorded: 'shown_unknown',
  log_complete: 'log_complete',
  log_complete_and_continued: 'log_continued',
  evidence_unreadable: 'log_unreadable',
  event_changed: 'event_changed',
  head_differs: 'log_other',
  other_envelope: 'log_other',
  evidence_contradicts_seal: 'log_other',
  other_sealed_file: 'log_other',
  evidence_missing: 'log_missing',
  published: 'published',
  published_and_continued: 'published_on',
  proof_unreadable: 'proof_unreadable',
  log_entry_differs: 'log_entry_other',
  not_in_log: 'log_entry_other',
  checkpoint_signature_invalid: 'log_signature',
  cosignature_invalid: 'log_signature',
  log_forked: 'log_forked',
  no_evidence_file: 'needs_evidence',
  not_published_yet: 'not_published',
  log_key_not_given: 'log_key_missing',
  log_not_reached: 'log_unreachable',
  too_few_witnesses: 'few_witnesses',
};

export function getResultTitle({ check, outcome, facts }: Result): string {
  return fillPlaceholders(TITLES[check][outcome], facts);
}

/** Follows the sentence about the log, for a document that replaced another one. */
export const VERSIONS_SENTENCE =
  'This is version {version}. The versions before it, by SHA-256: {earlier}. The list of changes since the last of them: {changes}.';

export function describeResult({ code, facts }: Result): string {
  const sentence = SENTENCES[SENTENCE_OF[code]];
  return fillPlaceholders(
    facts['version'] === undefined ? sentence : `${sentence} ${VERSIONS_SENTENCE}`,
    facts,
  );
}

function fillPlaceholders(text: string, facts: Result['facts']): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ''));
}
