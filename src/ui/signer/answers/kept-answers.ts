import type { MarkInput } from '#wire/signer.ts';
import type { KeptAnswers } from './answer-sheet.svelte.ts';

/**
 * Reads the answers that this tab kept. Returns null if there are none or if they weren't written by this
 * page.
 */
export function readKeptAnswers(text: string | null): KeptAnswers | null {
  const kept = text === null ? null : parseJson(text);
  if (!isRecord(kept) || !isRecord(kept['values']) || !isRecord(kept['marks'])) return null;
  const { values, marks } = kept;
  if (!Object.values(values).every((value) => typeof value === 'string')) return null;
  if (!Object.values(marks).every(isMark)) return null;
  return { values: values as KeptAnswers['values'], marks: marks as KeptAnswers['marks'] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isMark(value: unknown): value is MarkInput {
  if (!isRecord(value)) return false;
  const { kind, text, image } = value;
  return kind === 'typed' ? typeof text === 'string' : isPicture(kind) && typeof image === 'string';
}

function isPicture(kind: unknown): boolean {
  return kind === 'drawn' || kind === 'uploaded';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
