import { m } from '#i18n/compiled/messages.js';
import { plain, printableContent, type MailBlock, type MailContent, type MailListRow } from './content.ts';
import { htmlPage } from './layout-html.ts';

/** An email without its addresses. */
export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Lays out an email as HTML and plain text. Throws TypeError for a link that is not an http(s) URL. */
export function layOut(content: MailContent): RenderedMail {
  const safe = printableContent(noticed(content));
  return { subject: plain(safe.subject), html: htmlPage(safe), text: textPage(safe) };
}

/** Says of a test first that it isn't binding. */
function noticed(content: MailContent): MailContent {
  if (!content.branding.isTest) return content;
  const text = [m.common_test_notice({}, { locale: content.language })];
  return { ...content, blocks: [{ kind: 'paragraph', text }, ...content.blocks] };
}

function textPage({ branding, heading, blocks, reason, unsubscribe }: MailContent): string {
  const off = unsubscribe === undefined ? '' : `\n${unsubscribe.label}:\n${unsubscribe.url}`;
  const parts = [
    branding.displayName,
    plain(heading),
    ...blocks.map(textBlock),
    `--\n${plain(reason)}${off}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function textBlock(block: MailBlock): string {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return plain(block.text);
    case 'details':
      return block.rows.map(({ label, value }) => `${label}: ${plain(value)}`).join('\n');
    case 'list':
      return block.rows.map(textRow).join('\n');
    case 'quote':
      return [plain(block.caption), ...block.text.split('\n').map((one) => `> ${one}`.trimEnd())].join('\n');
    case 'code':
      return block.code;
    case 'action':
      return `${block.label}:\n${block.url}`;
    default:
      return block satisfies never;
  }
}

function textRow({ name, fact, note }: MailListRow): string {
  const row = fact === '' ? name : `${name}: ${fact}`;
  return note === undefined || note.text.length === 0 ? row : `${row} (${plain(note.text)})`;
}
