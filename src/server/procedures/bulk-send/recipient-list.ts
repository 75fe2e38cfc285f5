import { CsvError, parse } from 'csv-parse/sync';
import { detectDelimiter } from '#domain/bulk-send/delimiter.ts';
import { findPointerColumn, readList, type ListedRow, type RowIssue } from '#domain/bulk-send/read-list.ts';
import type { Facts } from '#domain/envelope/facts.ts';
import { validateMeans, type Means } from '#domain/envelope/means.ts';
import { toJsonPointer, type Issue } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import type { TemplateGraph } from '#domain/template/template.ts';
import { listTemplateVariables } from '#domain/template/variables.ts';
import { toIssues } from '#wire/issues.ts';
import { instantiateRow } from '#wire/template-input.ts';
import { instantiateTemplate } from '#server/envelopes/from-template.ts';

type Sender = { readonly userId: string; readonly name: string; readonly email: string };
export type CheckedList = { readonly rows: readonly ListedRow[]; readonly issues: readonly RowIssue[] };

/**
 * Parses a recipient list and checks it by the same rules that create the envelopes, without writing
 * anything. Each issue has its line and column.
 */
export function checkList(
  csv: string,
  template: TemplateGraph,
  sender: Sender,
  means: Means,
  facts: Facts,
): CheckedList {
  const lines = parseLines(csv);
  if (!Array.isArray(lines)) return { rows: [], issues: [lines] };
  const variables = listTemplateVariables(template);
  const { rows, issues } = readList(lines, { ...template, variables });
  if (rows.length > LIMITS.bulkRowsMax) {
    const message = `has ${rows.length} recipients. Send to at most ${LIMITS.bulkRowsMax} at once`;
    return { rows, issues: [{ line: 1, column: null, message }] };
  }
  const wrong = rows.flatMap(({ line, input }) =>
    validateRow(input, template, sender, means, facts).map(({ path, message }) => ({
      line,
      column: findPointerColumn(path),
      message,
    })),
  );
  return { rows, issues: limitIssues([...issues, ...wrong]) };
}

/**
 * Limits the number of issues, because a thousand invalid rows usually share one mistake. The first issue of
 * every line is always kept.
 */
function limitIssues(issues: readonly RowIssue[]): readonly RowIssue[] {
  const max = LIMITS.bulkIssuesMax;
  if (issues.length <= max) return issues;
  const firsts = new Set(new Map(issues.toReversed().map((issue) => [issue.line, issue])).values());
  const others = issues.filter((issue) => !firsts.has(issue));
  const cut = new Set(others.slice(Math.max(0, max - firsts.size)));
  const [first] = cut;
  if (first === undefined) return issues;
  const message = `and there are ${cut.size} more problems`;
  return [...issues.filter((issue) => !cut.has(issue)), { line: first.line, column: null, message }];
}

function validateRow(
  input: ListedRow['input'],
  template: TemplateGraph,
  sender: Sender,
  means: Means,
  facts: Facts,
): readonly Issue[] {
  const parsed = instantiateRow.safeParse(input);
  if (!parsed.success) return toIssues(parsed.error);
  const { recipients = {}, ...body } = parsed.data;
  const made = instantiateTemplate(
    template,
    { ...body, recipients: withoutAuthentication(recipients) },
    sender,
    facts,
  );
  const unavailable = Object.entries(recipients).flatMap(([role, { authentication }]) =>
    validateMeans(authentication, means, toJsonPointer('recipients', role)),
  );
  return made.kind === 'accept' ? unavailable : [...readIssues(made.details), ...unavailable];
}

/**
 * Leaves out the authentication, because no other check depends on it and hashing a thousand codes takes a
 * minute.
 */
function withoutAuthentication<Person extends { readonly authentication?: unknown }>(
  recipients: Readonly<Record<string, Person>>,
): Record<string, Omit<Person, 'authentication'>> {
  return Object.fromEntries(
    Object.entries(recipients).map(([role, { authentication: _ignored, ...person }]) => [role, person]),
  );
}

function readIssues(details: Readonly<Record<string, unknown>> | undefined): readonly Issue[] {
  return (details?.['issues'] as readonly Issue[] | undefined) ?? [];
}

/** Returns the cells of the file, or the issue if it can't be parsed. */
function parseLines(csv: string): string[][] | RowIssue {
  try {
    return parse(csv, {
      bom: true,
      delimiter: detectDelimiter(csv),
      relax_column_count: true,
      max_record_size: LIMITS.bulkLineMaxChars,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return {
      line: Number(error['lines'] ?? 1),
      column: null,
      message: 'is not valid CSV: unmatched quote',
    };
  }
}
