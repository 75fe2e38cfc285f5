import { m } from '#i18n/compiled/messages.js';
import type { Locale } from '#i18n/compiled/runtime.js';
import type { MailBlock, MailBranding, MailContent, MailRow, Phrase } from './content.ts';
import { layOut, type RenderedMail } from './layout.ts';

/** What each email is about, from the facts and in the words of the recipient's language. */
export type Template<Facts> = (facts: Facts, words: Words) => MailWords;

/** What an email says. Its look is the same for all. */
export type MailWords = Pick<MailContent, 'subject' | 'preheader' | 'heading' | 'reason' | 'unsubscribe'> & {
  /** The paragraphs that follow the greeting. An email without them doesn't greet. */
  readonly text?: readonly Phrase[];
  readonly blocks?: readonly MailBlock[];
};

/** Facts in every email. */
export type MailFacts = {
  readonly branding: MailBranding;
  /** The recipient's language. */
  readonly language: Locale;
  readonly recipientName?: string;
};

/** Facts in every email about an envelope. */
export type EnvelopeMailFacts = MailFacts & {
  /** The sender's time zone, in which the envelope's deadlines were chosen; null means UTC. */
  readonly timeZone: string | null;
  readonly recipientName: string;
  readonly senderName: string;
  readonly senderEmail: string;
  readonly organizationName: string;
  readonly documentName: string;
  /** The files that make up the document. */
  readonly files: readonly { readonly name: string; readonly pageCount: number | null }[];
};

export type Words = {
  readonly language: Locale;
  /** Renders a message as a phrase that sets off everything a user wrote. */
  readonly say: <Inputs extends object>(
    message: Message<Inputs>,
    ...given: object extends Inputs ? [] : [given: Given<Inputs>]
  ) => Phrase;
  /** Renders a message as plain text, with values that aren't anyone's words. */
  readonly label: <Inputs extends object>(
    message: Message<Inputs>,
    ...inputs: object extends Inputs ? [] : [inputs: Inputs]
  ) => string;
};

type Message<Inputs> = (inputs: Inputs, options: { readonly locale: Locale }) => string;
type Given<Inputs> = { readonly [Name in keyof Inputs]: string };

/** Renders an email. */
export function renderMail<Facts extends MailFacts>(template: Template<Facts>, facts: Facts): RenderedMail {
  const { branding, language, recipientName = '' } = facts;
  const words = bindWords(language);
  const { text, blocks = [], ...content } = template(facts, words);
  const opening = text === undefined ? [] : [formatGreeting(recipientName, words), ...text];
  const paragraphs = opening.map((phrase): MailBlock => ({ kind: 'paragraph', text: phrase }));
  return layOut({ ...content, branding, language, blocks: [...paragraphs, ...blocks] });
}

/** Returns the rows about the document and its sender. */
export function buildDocumentRows(facts: EnvelopeMailFacts, { label }: Words): MailRow[] {
  return [
    { label: label(m.mail_row_document), value: [{ given: facts.documentName }] },
    {
      label: label(m.mail_row_from),
      value: [{ given: facts.senderName }, ' (', { given: facts.senderEmail }, ')'],
    },
    { label: label(m.mail_row_organization), value: [{ given: facts.organizationName }] },
  ];
}

/** Quotes the reason that someone gave, if there is one. */
export function quoteReason(reason: string | null, { say }: Words): MailBlock[] {
  if (reason === null || reason.trim() === '') return [];
  return [{ kind: 'quote', caption: say(m.mail_reason_given), text: reason }];
}

function bindWords(language: Locale): Words {
  return {
    language,
    say: (message, ...[given]) => formatPhrase(message, given ?? {}, language),
    label: (message, ...[inputs]) =>
      message((inputs ?? {}) as Parameters<typeof message>[0], { locale: language }),
  };
}

function formatGreeting(name: string, { say }: Words): Phrase {
  return name.trim() === '' ? say(m.mail_greeting_unnamed) : say(m.mail_greeting, { name });
}

/**
 * Renders a message with marks instead of values, and sets the values off afterward, so no value can pass for
 * our own words.
 */
function formatPhrase<Inputs>(
  message: Message<Inputs>,
  given: Readonly<Record<string, string>>,
  language: Locale,
): Phrase {
  const names = Object.keys(given);
  const marks = Object.fromEntries(names.map((name, index) => [name, `${OPEN}${index}${CLOSE}`])) as Inputs;
  return message(marks, { locale: language })
    .split(MARK)
    .map((part, position) => (position % 2 === 0 ? part : { given: given[names[Number(part)] ?? ''] ?? '' }))
    .filter((part) => part !== '');
}

/** Noncharacters (Unicode 23.7), which no text of ours contains. */
const OPEN = '\ufdd0';
const CLOSE = '\ufdd1';
const MARK = /\ufdd0(\d+)\ufdd1/u;
