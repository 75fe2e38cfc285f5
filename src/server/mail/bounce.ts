import PostalMime, { type Attachment, type Header } from 'postal-mime';
import { toPrintable } from '#domain/text.ts';
import { shortenText } from './wording.ts';

/** A permanent bounce. `messageId` includes its angle brackets; `reason` is one printable line. */
export type Bounce = { readonly messageId: string; readonly reason: string };

const REASON_LENGTH = 500;

/**
 * Reads a delivery status notification (RFC 3464). Returns null for any other email, and for a notification
 * of a mere delay. The bounced email is identified by its header fields, which the notification returns (RFC
 * 6522 section 3).
 */
export async function readBounce(mail: Uint8Array): Promise<Bounce | null> {
  const { attachments } = await PostalMime.parse(mail, { forceRfc822Attachments: true });
  const findPartText = (...types: string[]) =>
    readPartText(attachments.find(({ mimeType }) => types.includes(mimeType)));
  const status = findPartText('message/delivery-status', 'message/global-delivery-status');
  const returned = findPartText(
    'message/rfc822',
    'message/global',
    'text/rfc822-headers',
    'message/global-headers',
  );
  if (status === null || returned === null) return null;
  const failed = (await readFieldGroups(status)).find(
    (fields) => fields('action')?.toLowerCase() === 'failed',
  );
  const fields = await readHeaderFields(returned);
  const [messageId] = /<[^<>\s]+>/.exec(fields('message-id') ?? '') ?? [];
  if (failed === undefined || messageId === undefined) return null;
  return { messageId, reason: getBounceReason(failed) };
}

type Fields = (name: string) => string | undefined;

function readPartText(part: Attachment | undefined): string | null {
  if (part === undefined) return null;
  return typeof part.content === 'string' ? part.content : new TextDecoder().decode(part.content);
}

/**
 * Reads the fields of the message and of each recipient (section 2.1). They are groups separated by an empty
 * line.
 */
async function readFieldGroups(status: string): Promise<Fields[]> {
  return await Promise.all(status.split(/(?:\r?\n){2,}/).map(readHeaderFields));
}

async function readHeaderFields(text: string): Promise<Fields> {
  const [head = ''] = text.trimStart().split(/\r?\n\r?\n/);
  const { headers }: { headers: Header[] } = await PostalMime.parse(`${head}\r\n\r\n`);
  return (name) => headers.find(({ key }) => key === name)?.value;
}

/**
 * Returns what the other server said, without the type of its code (section 2.3.6). If it said nothing,
 * returns the status code.
 */
function getBounceReason(failed: Fields): string {
  const diagnostic = failed('diagnostic-code')?.replace(/^\s*[\w-]+\s*;/, '');
  const said = toPrintable((diagnostic ?? failed('status') ?? '').replaceAll(/\s+/g, ' ').trim());
  return shortenText(said === '' ? 'bounced without a reason' : said, REASON_LENGTH);
}
