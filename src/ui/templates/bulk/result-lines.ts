import type { EnvelopeStatus } from '#domain/envelope/status.ts';
import { m } from '#i18n/compiled/messages.js';
import { STATUS_WORDS } from '#ui/envelopes/status-words.ts';

type Result = {
  readonly line: number;
  readonly recipient: string;
  readonly envelopeId: string | null;
  readonly status: EnvelopeStatus | null;
  readonly error: string | null;
};

/** Returns the number of the row on a line of the list: rows count from 1 below the header, as when they were checked. */
export function rowNumber(line: number): number {
  return line - 1;
}

/** Returns why a row wasn't sent, as a sentence. */
export function failureWords({ line, error }: Pick<Result, 'line'> & { readonly error: string }): string {
  return m.templates_bulk_line({ line: rowNumber(line), problem: error });
}

/** Returns what became of each row as the lines of a file. */
export function resultLines({ rows }: { readonly rows: readonly Result[] }): string[][] {
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
      String(rowNumber(line)),
      recipient,
      envelopeId ?? '',
      statusWords(status, error),
      error ?? '',
    ]),
  ];
}

function statusWords(status: EnvelopeStatus | null, error: string | null): string {
  if (status !== null) return STATUS_WORDS[status].label();
  return error === null ? m.templates_bulk_result_waiting() : m.templates_bulk_result_failed();
}
