import { LIMITS } from '#domain/limits.ts';
import { m } from '#i18n/compiled/messages.js';
import type { Locale } from '#i18n/compiled/runtime.js';
import type { MailBranding, MailListRow, Phrase } from '../content.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { formatPhrase } from '../phrase.ts';

type Waiting = {
  readonly name: string;
  readonly sentAt: Date;
  readonly expiresAt: Date | null;
  readonly attention: readonly string[];
  readonly people: readonly { readonly name: string; readonly deliveryFailed: boolean }[];
};

export interface DigestFacts {
  readonly branding: MailBranding;
  readonly language: Locale;
  /** The recipient's time zone; null means UTC. */
  readonly timeZone: string | null;
  readonly organizationName: string;
  /**
   * How many envelopes are waiting, how many of them are waiting for the recipient, and the ones that have
   * waited longest.
   */
  readonly waiting: { readonly total: number; readonly own: number; readonly shown: readonly Waiting[] };
  /** How many envelopes were completed in the past week. */
  readonly completed: number;
  readonly now: Date;
  /** The page with the list of envelopes. */
  readonly link: string;
  /** The link to the page that turns the digest off. */
  readonly offLink: string;
}

/** Renders the email to a sender that goes out on Mondays while envelopes are waiting. */
export function render(facts: DigestFacts): RenderedMail {
  const { language, waiting, completed } = facts;
  const locale = { locale: language };
  const { total, own, shown } = waiting;
  const longest = shown.toSorted((a, b) => a.sentAt.getTime() - b.sentAt.getTime())[0];
  const done = m.mail_digest_completed({ count: completed }, locale);
  return layOut({
    branding: facts.branding,
    language,
    subject: [
      own === 0
        ? m.mail_digest_waiting({ count: total }, locale)
        : m.mail_digest_waiting_own({ count: total, own }, locale),
    ],
    preheader: formatPhrase(m.mail_digest_longest, { document: longest?.name ?? '' }, language),
    heading: m.mail_digest_waiting({ count: total }, locale),
    blocks: [
      ...(completed === 0 ? [] : [{ kind: 'note', text: [done] } as const]),
      { kind: 'list', rows: shown.map((envelope) => toDigestRow(envelope, facts)) },
      ...(total === shown.length
        ? []
        : [{ kind: 'note', text: [m.mail_digest_more({ count: total - shown.length }, locale)] } as const]),
      { kind: 'action', label: m.mail_digest_action({}, locale), url: facts.link },
    ],
    reason: formatPhrase(m.mail_digest_why, { organization: facts.organizationName }, language),
    unsubscribe: { label: m.mail_digest_off({}, locale), url: facts.offLink },
  });
}

function toDigestRow(envelope: Waiting, { language, timeZone, now }: DigestFacts): MailListRow {
  const days = Math.floor((now.getTime() - envelope.sentAt.getTime()) / DAY_MS);
  const fact = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'day',
    unitDisplay: 'long',
  }).format(days);
  const bounced = envelope.people.find(({ deliveryFailed }) => deliveryFailed);
  if (bounced !== undefined) {
    const text = formatPhrase(m.mail_digest_bounced, { name: bounced.name }, language);
    return { name: envelope.name, fact, note: { text, isProblem: true } };
  }
  const { expiresAt } = envelope;
  const isExpiring = expiresAt !== null && expiresAt.getTime() - now.getTime() < LIMITS.expiringSoonMs;
  const day = new Intl.DateTimeFormat(language, {
    month: 'long',
    day: 'numeric',
    timeZone: timeZone ?? 'UTC',
  });
  const expires = isExpiring
    ? [' · ', m.envelopes_expires({ time: day.format(expiresAt) }, { locale: language })]
    : [];
  return {
    name: envelope.name,
    fact,
    note: { text: [...describeTurn(envelope, language), ...expires], isProblem: false },
  };
}

function describeTurn({ attention, people }: Waiting, language: Locale): Phrase {
  const [first, ...others] = people;
  if (attention.includes('your_turn')) return [m.envelopes_attention_your_turn({}, { locale: language })];
  if (first === undefined) return [];
  if (others.length === 0) return formatPhrase(m.envelopes_row_waiting_for, { name: first.name }, language);
  return [m.mail_digest_people({ count: people.length }, { locale: language })];
}

const DAY_MS = 24 * 60 * 60_000;
