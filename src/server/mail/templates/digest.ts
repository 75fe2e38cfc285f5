import { LIMITS } from '#domain/limits.ts';
import { m } from '#i18n/compiled/messages.js';
import type { MailListRow, Phrase } from '../content.ts';
import type { MailFacts, MailWords, Words } from '../template.ts';
import { DAY_MS } from '#domain/time.ts';

type DigestFacts = MailFacts & {
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
};

type Waiting = {
  readonly name: string;
  readonly sentAt: Date;
  readonly expiresAt: Date | null;
  readonly attention: readonly string[];
  readonly people: readonly { readonly name: string; readonly deliveryFailed: boolean }[];
};

/** Writes the email to a sender on Mondays while envelopes are waiting. */
export function writeDigest(facts: DigestFacts, words: Words): MailWords {
  const { say, label } = words;
  const { waiting, completed, link, offLink, organizationName: organization } = facts;
  const { total, own, shown } = waiting;
  const [longest] = shown.toSorted((a, b) => a.sentAt.getTime() - b.sentAt.getTime());
  const all = label(m.mail_digest_waiting, { count: total });
  const done = label(m.mail_digest_completed, { count: completed });
  const more = label(m.mail_digest_more, { count: total - shown.length });
  return {
    subject: [own === 0 ? all : label(m.mail_digest_waiting_own, { count: total, own })],
    preheader: say(m.mail_digest_longest, { document: longest?.name ?? '' }),
    heading: all,
    blocks: [
      ...(completed === 0 ? [] : [{ kind: 'note', text: [done] } as const]),
      { kind: 'list', rows: shown.map((envelope) => toDigestRow(envelope, facts, words)) },
      ...(total === shown.length ? [] : [{ kind: 'note', text: [more] } as const]),
      { kind: 'action', label: label(m.mail_digest_action), url: link },
    ],
    reason: say(m.mail_digest_why, { organization }),
    unsubscribe: { label: label(m.mail_digest_off), url: offLink },
  };
}

function toDigestRow(
  envelope: Waiting,
  { timeZone, now }: Pick<DigestFacts, 'timeZone' | 'now'>,
  words: Words,
): MailListRow {
  const { language, say, label } = words;
  const { name, sentAt, expiresAt, people } = envelope;
  const days = Math.floor((now.getTime() - sentAt.getTime()) / DAY_MS);
  const inDays = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const;
  const fact = new Intl.NumberFormat(language, inDays).format(days);
  const bounced = people.find(({ deliveryFailed }) => deliveryFailed);
  if (bounced !== undefined) {
    const text = say(m.mail_digest_bounced, { name: bounced.name });
    return { name, fact, note: { text, isProblem: true } };
  }
  const isExpiring = expiresAt !== null && expiresAt.getTime() - now.getTime() < LIMITS.expiringSoonMs;
  const onDay = { month: 'long', day: 'numeric', timeZone: timeZone ?? 'UTC' } as const;
  const day = new Intl.DateTimeFormat(language, onDay);
  const expires = isExpiring ? [' · ', label(m.envelopes_expires, { time: day.format(expiresAt) })] : [];
  return { name, fact, note: { text: [...describeTurn(envelope, words), ...expires], isProblem: false } };
}

function describeTurn({ attention, people }: Waiting, { say, label }: Words): Phrase {
  const [first, ...others] = people;
  if (attention.includes('your_turn')) return say(m.envelopes_attention_your_turn);
  if (first === undefined) return [];
  if (others.length === 0) return say(m.envelopes_row_waiting_for, { name: first.name });
  return [label(m.mail_digest_people, { count: people.length })];
}
