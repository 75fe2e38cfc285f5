import { toCanonicalJson } from '#domain/event/canonical.ts';
import type { SignBody } from '#wire/signer.ts';

/** What the page knows of what somebody agrees to. */
export type Shown = {
  readonly envelopeId: string;
  readonly participantId: string;
  readonly documentHash: string | null;
  /** The text above the last button. */
  readonly text: string;
  readonly body: SignBody;
};

/** What the server says is signed. */
export type Started = {
  readonly statement: string;
  readonly values: readonly { readonly fieldId: string; readonly value: string }[];
};

/**
 * Checks that a statement is about what this page has shown: the document, the values, the marks and the text. A
 * key signs nothing else. Returns the challenge that the statement stands for; null if anything differs.
 */
export async function checkStatement(
  { statement, values }: Started,
  shown: Shown,
): Promise<ArrayBuffer | null> {
  const said = JSON.parse(statement) as Readonly<Record<string, unknown>>;
  const { intent } = said as { intent: Readonly<Record<string, unknown>> };
  const byField = Object.fromEntries(values.map(({ fieldId, value }) => [fieldId, value]));
  const isSame =
    toCanonicalJson(said) === statement &&
    said['format'] === 'countersign-statement/1' &&
    said['envelopeId'] === shown.envelopeId &&
    said['participantId'] === shown.participantId &&
    (shown.documentHash === null || said['documentHash'] === shown.documentHash) &&
    intent['statementHash'] === (await hashText(shown.text)) &&
    said['valuesHash'] === (await hashText(toCanonicalJson(byField))) &&
    said['signatureHash'] === (await hashMark(shown.body.signature)) &&
    said['initialsHash'] === (await hashMark(shown.body.initials)) &&
    (said['stampHash'] ?? null) === (await hashMark(shown.body.stamp));
  return isSame ? await crypto.subtle.digest('SHA-256', new TextEncoder().encode(statement)) : null;
}

async function hashMark(mark: SignBody['signature']): Promise<string | null> {
  if (mark === undefined) return null;
  if (mark.kind === 'typed')
    return await hashText(mark.style === undefined ? mark.text : `${mark.text}\n${mark.style}`);
  const base64 = mark.image.slice(mark.image.indexOf(',') + 1);
  return await hashBytes(Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0));
}

async function hashText(text: string): Promise<string> {
  return await hashBytes(new TextEncoder().encode(text));
}

async function hashBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
