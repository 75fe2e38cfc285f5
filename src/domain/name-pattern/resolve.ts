import { LIMITS } from '../limits.ts';
import { toPrintable } from '../text.ts';
import { parseNamePattern, type DatePiece, type PatternNode } from './parse.ts';
import { joinPieces, type NamePiece } from './tidy.ts';
import type { PersonProperty, PlainToken } from './tokens.ts';

export type NamedPerson = { readonly [P in PersonProperty]: string | null };

/** The values of the tokens at the time the envelope is sent. */
export type NameSources = {
  readonly templateName: string;
  readonly organizationName: string;
  readonly senderName: string;
  /** The first participant in signing order who doesn't take the sender's role. */
  readonly recipient: NamedPerson | null;
  /** The day of sending (YYYY-MM-DD) where the sender is. */
  readonly sentOn: string;
  readonly prefill: Readonly<Record<string, string>>;
  /** The person in each role, by API name. */
  readonly roles: ReadonlyMap<string, NamedPerson>;
};

/**
 * Resolves a pattern to a name of at most 200 characters. Values are never parsed, so they can't inject
 * tokens. Text around empty values is tidied up (see `joinPieces`), and the result may be empty.
 */
export function resolveNamePattern(nodes: readonly PatternNode[], sources: NameSources): string {
  return cutName(
    joinPieces(
      nodes.map((node): NamePiece =>
        node.kind === 'text'
          ? { kind: 'text', text: node.text }
          : { kind: 'value', text: resolveNode(node, sources) },
      ),
    ),
  );
}

/**
 * Replaces the tokens in free text of at most `limit` characters. Braces that don't enclose a token stay as
 * they are, and values are never parsed.
 */
export function resolveTokens(text: string, sources: NameSources, limit: number): string {
  const resolved = text.replace(/\{[^{}]+\}/gu, (braced) => {
    const parsed = parseNamePattern(braced);
    const [node] = parsed.ok ? parsed.nodes : [];
    return node === undefined || node.kind === 'text' ? braced : resolveNode(node, sources);
  });
  return resolved === text ? text : cutText(resolved, limit);
}

/** Cuts a name to 200 characters (UTF-16 units), only between graphemes (Unicode TR 29). */
export function cutName(name: string): string {
  return cutText(toPrintable(name), LIMITS.nameMaxChars);
}

function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let cut = '';
  for (const { segment } of new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text)) {
    if (cut.length + segment.length > limit) break;
    cut += segment;
  }
  return cut.trimEnd();
}

function resolveNode(node: Exclude<PatternNode, { kind: 'text' }>, sources: NameSources): string {
  switch (node.kind) {
    case 'plain':
      return resolvePlainToken(node.token, sources);
    case 'date':
      return node.pieces.map((piece) => formatDatePiece(piece, sources.sentOn)).join('');
    case 'prefill':
      return Object.hasOwn(sources.prefill, node.key) ? (sources.prefill[node.key] ?? '') : '';
    case 'role':
      return sources.roles.get(node.role)?.[node.property] ?? '';
    default:
      return node satisfies never;
  }
}

function resolvePlainToken(token: PlainToken, sources: NameSources): string {
  switch (token) {
    case 'template_name':
      return sources.templateName;
    case 'recipient_name':
      return sources.recipient?.name ?? '';
    case 'recipient_company':
      return sources.recipient?.company ?? '';
    case 'recipient_email':
      return sources.recipient?.email ?? '';
    case 'recipient_title':
      return sources.recipient?.title ?? '';
    case 'sender_org':
      return sources.organizationName;
    case 'sender_name':
      return sources.senderName;
    default:
      return token satisfies never;
  }
}

function formatDatePiece(piece: DatePiece, sentOn: string): string {
  switch (piece) {
    case 'YYYY':
      return sentOn.slice(0, 4);
    case 'MM':
      return sentOn.slice(5, 7);
    case 'DD':
      return sentOn.slice(8, 10);
    default:
      return piece.text;
  }
}
