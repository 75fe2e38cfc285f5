import type { Finding } from '#domain/envelope/verification.ts';
import { m } from '#i18n/compiled/messages.js';
import { describeFault } from '#ui/verify/words.ts';

/** Explains what a check found. */
export function describeFinding({ code, facts }: Pick<Finding, 'code' | 'facts'>): string {
  return WORDS[code]((name) => facts[name] ?? '');
}

type Fact = (name: string) => string | number;

const WORDS: Readonly<Record<Finding['code'], (fact: Fact) => string>> = {
  log_intact: (fact) => m.envelopes_finding_log_intact({ events: fact('events') }),
  log_intact_erased: (fact) =>
    m.envelopes_finding_log_intact_erased({ events: fact('events'), erased: fact('erased') }),
  event_broken: (fact) => m.envelopes_finding_event_broken({ event: fact('event'), reason: fact('reason') }),
  no_checkpoint_yet: () => m.envelopes_finding_no_checkpoint_yet(),
  checkpoint_covers: (fact) =>
    m.envelopes_finding_checkpoint_covers({
      number: fact('number'),
      event: fact('event'),
      events: fact('events'),
    }),
  checkpoint_witnessed: (fact) =>
    m.envelopes_finding_checkpoint_witnessed({
      number: fact('number'),
      event: fact('event'),
      events: fact('events'),
    }),
  checkpoint_signature: () => m.envelopes_finding_checkpoint_signature(),
  other_organization: () => m.envelopes_finding_other_organization(),
  other_envelope: () => m.envelopes_finding_other_envelope(),
  chain_cut: () => m.envelopes_finding_chain_cut(),
  chain_rewritten: () => m.envelopes_finding_chain_rewritten(),
  not_in_tree: () => m.envelopes_finding_not_in_tree(),
  no_file_yet: () => m.envelopes_finding_no_file_yet(),
  file_missing: () => m.envelopes_finding_file_missing(),
  file_unlisted: () => m.envelopes_finding_file_unlisted(),
  file_matches: () => m.envelopes_finding_file_matches(),
  file_differs: () => m.envelopes_finding_file_differs(),
  not_sealed_yet: () => m.envelopes_finding_not_sealed_yet(),
  seal_valid: (fact) =>
    fact('signer') === ''
      ? m.envelopes_finding_seal_valid()
      : m.envelopes_finding_seal_valid_by({ signer: fact('signer') }),
  seal_invalid: (fact) => describeFault(String(fact('fault'))),
  content_matches: () => m.envelopes_finding_content_matches(),
  content_differs: () => m.envelopes_finding_content_differs(),
};
