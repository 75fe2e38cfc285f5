import { LIMITS } from '#domain/limits.ts';
import { isMailAddress } from '#domain/mail-address.ts';
import { toPrintable, toPrintableLines } from '#domain/text.ts';
import type { Locale } from '#i18n/compiled/runtime.js';
import { shortenText } from './wording.ts';

/** How an organization appears in its emails. */
export interface MailBranding {
  readonly displayName: string;
  /** Absolute http(s) URL of an image; anything else is ignored. */
  readonly logoUrl: string | null;
  /** The logo's width in pixels. */
  readonly logoWidth: number | null;
  readonly logoHeight: number | null;
  /** Whether the email states that it is about a test. */
  readonly isTest: boolean;
  /** The organization's own lines at the end of the email. */
  readonly footer?: string | null;
  /** The accent color as `#rrggbb`. Null or anything else means the service's own color. */
  readonly accentColor: string | null;
}

/**
 * Text in which `given` marks what a user wrote. Such text is set off and can't reorder the text around it.
 */
export type Phrase = readonly (string | { readonly given: string })[];

/** A fact with its label. */
export interface MailRow {
  readonly label: string;
  readonly value: Phrase;
}

/** Something that a user named, with a fact stated by the service. */
export interface MailListRow {
  readonly name: string;
  readonly fact: string;
  /** Shown below the name in small letters. */
  readonly note?: { readonly text: Phrase; readonly isProblem: boolean };
}

export type MailBlock =
  | { readonly kind: 'paragraph'; readonly text: Phrase }
  /** What matters less than the rest, in small letters. */
  | { readonly kind: 'note'; readonly text: Phrase }
  | { readonly kind: 'details'; readonly rows: readonly MailRow[] }
  /** Documents or people, each with a fact about it. */
  | { readonly kind: 'list'; readonly rows: readonly MailListRow[] }
  | { readonly kind: 'quote'; readonly caption: Phrase; readonly text: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'action'; readonly label: string; readonly url: string };

/** The content of an email. HTML and plain text are both made from it, so they say the same. */
export interface MailContent {
  readonly branding: MailBranding;
  /** The language of the service's own texts. */
  readonly language: Locale;
  readonly subject: Phrase;
  /** Mailboxes show this next to the subject. */
  readonly preheader: Phrase;
  readonly heading: string | Phrase;
  readonly blocks: readonly MailBlock[];
  /** Why the recipient gets the email. */
  readonly reason: Phrase;
  /** The link that turns this kind of email off, if there is one. */
  readonly unsubscribe?: { readonly label: string; readonly url: string };
}

/**
 * Cleans everything that came from a user: it has no control characters, direction overrides or links, and a
 * limited length. Throws TypeError for a link that is not an http(s) URL.
 */
export function toPrintableContent(content: MailContent): MailContent {
  const { branding, subject, preheader, heading, reason, unsubscribe } = content;
  return {
    ...content,
    branding: {
      ...branding,
      displayName: toPrintableLine(branding.displayName, GIVEN_LENGTH),
      ...(branding.footer == null ? {} : { footer: breakLinks(toPrintableParagraphs(branding.footer)) }),
    },
    subject: toPrintablePhrase(subject, LIMITS.messageSubjectMaxChars),
    preheader: toPrintablePhrase(preheader),
    heading: typeof heading === 'string' ? heading : toPrintablePhrase(heading),
    blocks: content.blocks.map(toPrintableBlock),
    reason: toPrintablePhrase(reason),
    ...(unsubscribe === undefined
      ? {}
      : { unsubscribe: { ...unsubscribe, url: requireWebUrl(unsubscribe.url) } }),
  };
}

/** Returns a phrase as plain text. */
export function toPlainText(phrase: string | Phrase): string {
  if (typeof phrase === 'string') return phrase;
  return phrase.map((part) => (typeof part === 'string' ? part : part.given)).join('');
}

const GIVEN_LENGTH = 120;
const VALUE_LENGTH = 300;

function toPrintableBlock(block: MailBlock): MailBlock {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return { ...block, text: toPrintablePhrase(block.text) };
    case 'details':
      return {
        ...block,
        rows: block.rows.map((row) => ({ ...row, value: toPrintablePhrase(row.value, VALUE_LENGTH) })),
      };
    case 'list':
      return { ...block, rows: block.rows.map(toPrintableRow) };
    case 'quote':
      return {
        ...block,
        caption: toPrintablePhrase(block.caption),
        text: breakLinks(toPrintableParagraphs(block.text)),
      };
    case 'code':
      return block;
    case 'action':
      return { ...block, url: requireWebUrl(block.url) };
    default:
      return block satisfies never;
  }
}

function toPrintableRow({ note, ...row }: MailListRow): MailListRow {
  return {
    ...row,
    name: toPrintableLine(row.name, GIVEN_LENGTH),
    ...(note === undefined ? {} : { note: { ...note, text: toPrintablePhrase(note.text) } }),
  };
}

function toPrintablePhrase(phrase: Phrase, length = GIVEN_LENGTH): Phrase {
  return phrase.map((part) =>
    typeof part === 'string' ? part : { given: toPrintableLine(part.given, length) },
  );
}

function toPrintableLine(text: string, length: number): string {
  const shown = shortenText(toPrintable(text), length);
  // An address that stands alone is there to be copied, and leads only to a mailbox.
  return isMailAddress(shown) ? shown : breakLinks(shown);
}

function toPrintableParagraphs(text: string): string {
  const lines = toPrintableLines(text)
    .split('\n')
    .map((one) => one.trim());
  return shortenText(
    lines
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
    LIMITS.messageBodyMaxChars,
  );
}

/**
 * Inserts an invisible space into what mail programs would turn into a link (addresses of pages and
 * mailboxes), so that only the service's own links can be followed. Names of documents stay as they are,
 * because their extensions aren't domains.
 */
function breakLinks(text: string): string {
  return text.replace(
    /(?<=\S)(?:[\uFF0E\u3002\uFF61](?=[a-z\d])|[.:](?!(?:pdf|docx)(?![\p{L}\d./-]))(?=[^\s\d])|@(?=\S)|\/(?=\/))/giu,
    '$&\u200B',
  );
}

function requireWebUrl(text: string): string {
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new TypeError('emails may only link to web pages');
  return url.href;
}
