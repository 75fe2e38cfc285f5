import { plain, printableContent, type MailBlock, type MailContent } from './content.ts';
import { htmlPage } from './layout-html.ts';

/** An email without its addresses. */
export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Lays out an email as HTML and plain text. Throws TypeError for a link that is not an http(s) URL. */
export function layOut(content: MailContent): RenderedMail {
  const safe = printableContent(content);
  return { subject: plain(safe.subject), html: htmlPage(safe), text: textPage(safe) };
}

function textPage({ branding, heading, blocks, reason }: MailContent): string {
  return (
    [branding.displayName, plain(heading), ...blocks.map(textBlock), `--\n${plain(reason)}`].join('\n\n') +
    '\n'
  );
}

function textBlock(block: MailBlock): string {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return plain(block.text);
    case 'details':
      return block.rows.map(({ label, value }) => `${label}: ${plain(value)}`).join('\n');
    case 'list':
      return block.rows.map(({ name, fact }) => (fact === '' ? name : `${name}: ${fact}`)).join('\n');
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
