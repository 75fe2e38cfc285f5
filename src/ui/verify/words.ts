import { m } from '#i18n/compiled/messages.js';
import { getLocale } from '#i18n/compiled/runtime.js';
import type { Person } from '#verify/evidence.ts';
import type { Check, Code, Facts, Outcome, Result } from '#verify/result.ts';
import { type Sentence, SENTENCE_OF } from '#verify/words.ts';

type Words = (facts: { readonly [name: string]: string | number }) => string;

const TITLES: Readonly<Record<Check, Readonly<Record<Outcome, Words>>>> = {
  file: {
    passed: () => m.verify_title_file_passed(),
    failed: () => m.verify_title_file_failed(),
    not_checked: () => m.verify_title_file_not_checked(),
  },
  seal: {
    passed: (fact) => m.verify_title_seal_passed({ organization: fact['organization'] ?? '' }),
    failed: () => m.verify_title_seal_failed(),
    not_checked: () => m.verify_title_seal_not_checked(),
  },
  time: {
    passed: () => m.verify_title_time_passed(),
    failed: () => m.verify_title_time_failed(),
    not_checked: () => m.verify_title_time_not_checked(),
  },
  long_term: {
    passed: () => m.verify_title_long_term_passed(),
    failed: () => m.verify_title_long_term_failed(),
    not_checked: () => m.verify_title_long_term_not_checked(),
  },
  presented: {
    passed: () => m.verify_title_presented_passed(),
    failed: () => m.verify_title_presented_failed(),
    not_checked: () => m.verify_title_presented_not_checked(),
  },
  audit_log: {
    passed: () => m.verify_title_audit_log_passed(),
    failed: () => m.verify_title_audit_log_failed(),
    not_checked: () => m.verify_title_audit_log_not_checked(),
  },
  published: {
    passed: () => m.verify_title_published_passed(),
    failed: () => m.verify_title_published_failed(),
    not_checked: () => m.verify_title_published_not_checked(),
  },
};

const SENTENCES: Readonly<Record<Sentence, Words>> = {
  covers_all: () => m.verify_covers_all(),
  updates_only: () => m.verify_updates_only(),
  not_pdf: () => m.verify_not_pdf(),
  no_seal_found: () => m.verify_no_seal_found(),
  cut: () => m.verify_cut(),
  wrong_place: () => m.verify_wrong_place(),
  changed: () => m.verify_changed(),
  appended: (fact) => m.verify_appended({ appendedBytes: fact['appendedBytes'] ?? '' }),
  unreadable: () => m.verify_unreadable(),
  sealed_by: (fact) => m.verify_sealed_by({ root: fact['root'] ?? '' }),
  bad_signature: () => m.verify_bad_signature(),
  no_chain: () => m.verify_no_chain(),
  not_valid_then: () => m.verify_not_valid_then(),
  wrong_purpose: () => m.verify_wrong_purpose(),
  revoked: () => m.verify_revoked(),
  other_root: (fact) => m.verify_other_root({ root: fact['root'] ?? '' }),
  unknown_root: (fact) => m.verify_unknown_root({ root: fact['root'] ?? '' }),
  expired_since: () => m.verify_expired_since(),
  unknown_algorithm: () => m.verify_unknown_algorithm(),
  nothing_to_compare: () => m.verify_nothing_to_compare(),
  time_confirmed: (fact) => m.verify_time_confirmed({ time: fact['time'] ?? '' }),
  bad_timestamp: () => m.verify_bad_timestamp(),
  future: () => m.verify_future(),
  time_claimed: (fact) => m.verify_time_claimed({ time: fact['time'] ?? '' }),
  service_unknown: (fact) =>
    m.verify_service_unknown({ service: fact['service'] ?? '', time: fact['time'] ?? '' }),
  no_time: () => m.verify_no_time(),
  archived: (fact) => m.verify_archived({ level: fact['level'] ?? '' }),
  kept: (fact) => m.verify_kept({ level: fact['level'] ?? '' }),
  bad_long_term: () => m.verify_bad_long_term(),
  level_too_low: (fact) =>
    m.verify_level_too_low({ level: fact['level'] ?? '', required: fact['required'] ?? '' }),
  no_revocation: (fact) => m.verify_no_revocation({ level: fact['level'] ?? '' }),
  shown: (fact) => m.verify_shown({ bytes: fact['bytes'] ?? '' }),
  shown_differs: () => m.verify_shown_differs(),
  shown_unknown: () => m.verify_shown_unknown(),
  log_complete: (fact) => m.verify_log_complete({ events: fact['events'] ?? '' }),
  log_continued: (fact) => m.verify_log_continued({ events: fact['events'] ?? '' }),
  log_unreadable: () => m.verify_log_unreadable(),
  event_changed: (fact) => m.verify_event_changed({ event: fact['event'] ?? '' }),
  log_other: () => m.verify_log_other(),
  log_missing: () => m.verify_log_missing(),
  published: (fact) =>
    m.verify_published({
      index: fact['index'] ?? '',
      origin: fact['origin'] ?? '',
      witnesses: fact['witnesses'] ?? '',
    }),
  published_on: (fact) =>
    m.verify_published_on({
      index: fact['index'] ?? '',
      origin: fact['origin'] ?? '',
      newestSize: fact['newestSize'] ?? '',
      witnesses: fact['witnesses'] ?? '',
    }),
  proof_unreadable: () => m.verify_proof_unreadable(),
  log_entry_other: () => m.verify_log_entry_other(),
  log_signature: () => m.verify_log_signature(),
  log_forked: () => m.verify_log_forked(),
  needs_evidence: () => m.verify_needs_evidence(),
  not_published: () => m.verify_not_published(),
  log_key_missing: (fact) => m.verify_log_key_missing({ origin: fact['origin'] ?? '' }),
  log_unreachable: (fact) =>
    m.verify_log_unreachable({ index: fact['index'] ?? '', origin: fact['origin'] ?? '' }),
  few_witnesses: (fact) => m.verify_few_witnesses({ witnesses: fact['witnesses'] ?? '' }),
};

/** Returns the title for the result of a check. */
export function getResultTitle({ check, outcome, facts }: Result): string {
  return TITLES[check][outcome](facts);
}

/**
 * Describes what a check found in a sentence. Numbers are formatted for the reader, and times are formatted
 * by `formatTime`.
 */
export function describeResult(
  { code, facts }: Pick<Result, 'code' | 'facts'>,
  formatTime: (time: string) => string,
): string {
  const number = new Intl.NumberFormat(getLocale());
  const shown: Facts = Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [
      name,
      typeof fact === 'number' ? number.format(fact) : name === 'time' ? formatTime(fact) : fact,
    ]),
  );
  const sentence = SENTENCES[SENTENCE_OF[code]](shown);
  const { version, earlier = '', changes = '' } = shown;
  return version === undefined
    ? sentence
    : `${sentence} ${m.verify_log_versions({ version, earlier, changes })}`;
}

/** If there are more people than this, they are only named in the list beside the answer. */
const NAMED_MAX = 6;

/** Returns who signed and who approved, in one sentence each. */
export function describePeople(people: readonly Person[]): string[] {
  if (people.length > NAMED_MAX) return [];
  const list = new Intl.ListFormat(getLocale());
  const formatSentence = (isApprover: boolean, words: (named: { names: string }) => string): string[] => {
    const named = people.filter(({ role }) => (role === 'approver') === isApprover);
    return named.length === 0
      ? []
      : [words({ names: list.format(named.map(({ name }) => isolateName(name))) })];
  };
  return [
    ...formatSentence(false, m.verify_page_signed_by),
    ...formatSentence(true, m.verify_page_approved_by),
  ];
}

/** Keeps a name in its own text direction (UAX #9, first strong isolate). */
export function isolateName(name: string): string {
  return `\u2068${name}\u2069`;
}

/** Returns the sentence for a code from another program's response. */
export function describeFault(code: string): string {
  return isCode(code) ? SENTENCES[SENTENCE_OF[code]]({}) : code;
}

function isCode(code: string): code is Code {
  return Object.hasOwn(SENTENCE_OF, code);
}
