import { m } from '#i18n/compiled/messages.js';
import {
  toPlainText,
  toPrintableContent,
  type MailBlock,
  type MailContent,
  type MailListRow,
} from './content.ts';
import { renderHtmlPage } from './layout-html.ts';

/** An email without its addresses. */
export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Lays out an email as HTML and plain text. Throws TypeError for a link that is not an http(s) URL. */
export function layOut(content: MailContent): RenderedMail {
  const safe = toPrintableContent(addTestNotice(content));
  return { subject: toPlainText(safe.subject), html: renderHtmlPage(safe), text: renderTextPage(safe) };
}

/** Adds a notice to the top of a test email that the document isn't binding. */
function addTestNotice(content: MailContent): MailContent {
  if (!content.branding.isTest) return content;
  const text = [m.common_test_notice({}, { locale: content.language })];
  return { ...content, blocks: [{ kind: 'paragraph', text }, ...content.blocks] };
}

function renderTextPage({ branding, heading, blocks, reason, unsubscribe }: MailContent): string {
  const off = unsubscribe === undefined ? '' : `\n${unsubscribe.label}:\n${unsubscribe.url}`;
  const parts = [
    branding.displayName,
    toPlainText(heading),
    ...blocks.map(renderTextBlock),
    ...(branding.footer ? [branding.footer] : []),
    `--\n${toPlainText(reason)}${off}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function renderTextBlock(block: MailBlock): string {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return toPlainText(block.text);
    case 'details':
      return block.rows.map(({ label, value }) => `${label}: ${toPlainText(value)}`).join('\n');
    case 'list':
      return block.rows.map(renderTextRow).join('\n');
    case 'quote':
      return [toPlainText(block.caption), ...block.text.split('\n').map((one) => `> ${one}`.trimEnd())].join(
        '\n',
      );
    case 'code':
      return block.code;
    case 'action':
      return `${block.label}:\n${block.url}`;
    default:
      return block satisfies never;
  }
}

function renderTextRow({ name, fact, note }: MailListRow): string {
  const row = fact === '' ? name : `${name}: ${fact}`;
  return note === undefined || note.text.length === 0 ? row : `${row} (${toPlainText(note.text)})`;
}
