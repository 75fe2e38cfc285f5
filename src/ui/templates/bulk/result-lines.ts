import type { EnvelopeStatus } from '#domain/envelope/status.ts';
import { m } from '#i18n/compiled/messages.js';
import type { Intent } from '#ui/kit/intent.ts';
import { STATUS_WORDS } from '#ui/envelopes/status-words.ts';

export type Result = {
  readonly line: number;
  readonly recipient: string;
  readonly envelopeId: string | null;
  readonly status: EnvelopeStatus | null;
  readonly error: string | null;
};

/**
 * Returns the number of the row on a line of the list. As in the check, row numbers start at 1 below the
 * header.
 */
export function toRowNumber(line: number): number {
  return line - 1;
}

/** Returns the outcome of a row as a label and a color. */
export function describeResultState({ status, error }: Pick<Result, 'status' | 'error'>): {
  readonly intent: Intent;
  readonly label: string;
} {
  if (status !== null) return { intent: STATUS_WORDS[status].tone, label: STATUS_WORDS[status].label() };
  return error === null
    ? { intent: 'neutral', label: m.templates_bulk_result_waiting() }
    : { intent: 'danger', label: m.templates_bulk_result_failed() };
}

/** Returns the outcome of each row as lines of a file. */
export function toResultLines({ rows }: { readonly rows: readonly Result[] }): string[][] {
  const head = [
    m.templates_bulk_row(),
    m.templates_bulk_result_recipient(),
    m.templates_bulk_result_envelope(),
    m.templates_bulk_result_status(),
    m.templates_bulk_result_error(),
  ];
  return [
    head,
    ...rows.map(({ line, recipient, envelopeId, status, error }) => [
      String(toRowNumber(line)),
      recipient,
      envelopeId ?? '',
      describeResultState({ status, error }).label,
      error ?? '',
    ]),
  ];
}
