import { m } from '#i18n/compiled/messages.js';
import type { IconName } from '#ui/kit/icons/icon-paths.ts';
import type { CodeMethod } from '#ui/signer/screens/screen.ts';
import type { SigningSession } from '#ui/signer/signing-session.svelte.ts';

type CodeWords = {
  readonly title: () => string;
  readonly missing: () => string;
  readonly help: (inputs: { sender: string }) => string;
  /**
   * Set for codes of six digits that are sent on request; null for a code that the signer got from the
   * sender.
   */
  readonly sent: {
    readonly icon: IconName;
    readonly ask: (session: Pick<SigningSession, 'invitation'>) => string;
    readonly send: () => string;
    readonly done: () => string;
    readonly again: () => string;
  } | null;
};

/** The page's texts for each kind of code. */
export const CODE_WORDS: Readonly<Record<CodeMethod, CodeWords>> = {
  access_code: { title: m.code_title, missing: m.code_missing, help: m.code_help_access, sent: null },
  email_code: {
    title: m.code_title_email,
    missing: m.code_missing_digits,
    help: m.code_help_email,
    sent: {
      icon: 'mail',
      ask: () => m.code_email_ask(),
      send: m.code_send,
      done: m.code_sent,
      again: m.code_sent_again,
    },
  },
  sms_code: {
    title: m.code_title_sms,
    missing: m.code_missing_sms,
    help: m.code_help_sms,
    sent: {
      icon: 'phone',
      ask: ({ invitation }) => m.code_sms_ask({ phone: (invitation?.authentication.phone ?? '').slice(-2) }),
      send: m.code_send_sms,
      done: m.code_sent_sms,
      again: m.code_sent_again_sms,
    },
  },
};
