import { z } from 'zod';
import { CsvError, parse } from 'csv-parse/sync';
import { detectDelimiter } from '#domain/bulk-send/delimiter.ts';
import {
  findPointerColumn,
  type ListedRow,
  readList,
  type RowIssue,
  unescapePointer,
} from '#domain/bulk-send/read-list.ts';
import { startEffects } from '#domain/bulk-send/start.ts';
import type { Facts } from '#domain/envelope/facts.ts';
import type { Means } from '#domain/envelope/authentication.ts';
import { validatePersonMeans } from '#domain/envelope/person-means.ts';
import { createInvalidRefusal, type Issue, toJsonPointer } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { createArchivedRefusal } from '#domain/template/archive.ts';
import type { TemplateGraph } from '#domain/template/template.ts';
import { listTemplateVariables } from '#domain/template/variables.ts';
import { bulkTarget, rowIssueSchema, sharedSettings } from '#wire/bulk-send.ts';
import { createIdSchema } from '#wire/identifier.ts';
import { toIssues } from '#wire/issues.ts';
import { instantiateRow } from '#wire/template-input.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { findStartedBulkSend, insertBulkSend } from '#server/db/envelopes/bulk-sends.ts';
import { holdLabels } from '#server/db/filing/labels.ts';
import { loadTemplate } from '#server/db/templates/change-template.ts';
import { withHashedRecipients } from '#server/envelopes/access-codes.ts';
import { instantiateTemplate } from '#server/envelopes/from-template.ts';
import { findCrowdedFields } from '#server/envelopes/long-values.ts';
import { readMeans } from '#server/envelopes/means.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

/** Returns the problems of a recipient list, without sending anything. */
export const checkBulkSend = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/bulk-send-checks',
      tags: ['Bulk sends'],
      summary: 'Check a recipient list',
      description: 'Returns what is wrong with which line and column, without sending anything.',
    },
    rest: { errors: ['not_found'] },
  })
  .input(z.strictObject(bulkTarget))
  .output(z.object({ rowCount: z.int(), issues: z.array(rowIssueSchema) }))
  .mutation(async ({ ctx: { services, member }, input: { templateId, csv } }) => {
    await services.rates.bulkCheck.take(member.sender.userId);
    const template = await loadTemplate(services, member.organizationId, templateId);
    const means = await readMeans(services, member.organizationId);
    const crowded = await findCrowdedFields(services, template);
    const { rows, issues } = checkList(csv, template, member.sender, means, member.facts());
    const ofTemplate = crowded.map(({ message }) => ({ line: 1, column: null, message }));
    return { rowCount: rows.length, issues: [...ofTemplate, ...issues] };
  });

/**
 * Sends a template to every recipient of a list if all rows are valid. A job creates each envelope exactly
 * once. A repeated request returns the bulk send that the first request started.
 */
export const startBulkSend = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/bulk-sends',
      tags: ['Bulk sends'],
      summary: 'Send a template to a list',
      description:
        'Creates and sends an envelope for every line of the list, if all lines are valid. Repeating it with the same `requestId` returns the bulk send that the first call started.',
    },
    rest: { success: 201, errors: ['not_found', 'invalid_state'] },
  })
  .input(
    z.strictObject({
      ...bulkTarget,
      ...sharedSettings,
      requestId: z
        .uuid()
        .describe('Your own ID for this bulk send. It is started once.')
        .meta({ examples: ['0f8fad5b-d9cb-469f-a165-70867728950e'] }),
    }),
  )
  .output(z.object({ id: createIdSchema('bulkSend') }))
  .mutation(async ({ ctx: { services, member }, input }) => {
    const { templateId, requestId, csv, filename, message, expiryDays, labelIds } = input;
    const { organizationId, sender } = member;
    await services.rates.heavy.take(sender.userId);
    const template = await loadTemplate(services, organizationId, templateId);
    const started = await transaction(services.db, { organizationId }, (tx) =>
      findStartedBulkSend(tx, organizationId, requestId),
    );
    if (started !== null) return requireSameTemplate(started, templateId);
    if (template.template.archivedAt !== null) throw createArchivedRefusal();
    const means = await readMeans(services, organizationId);
    const crowded = await findCrowdedFields(services, template);
    if (crowded.length > 0) throw createInvalidRefusal(crowded);
    const { rows, issues } = checkList(csv, template, sender, means, member.facts());
    if (issues.length > 0) {
      throw createInvalidRefusal(
        issues.map(({ line, column, message }) => ({
          path: '/csv',
          message: `line ${line}${column === null ? '' : `, ${column}`}: ${message}`,
        })),
      );
    }
    const hashed: ListedRow[] = [];
    for (const row of rows) hashed.push(await withHashedRow(row));
    const id = services.newId('bulkSend');
    const bulk = {
      id,
      organizationId,
      templateId,
      requestId,
      createdBy: sender.userId,
      senderName: sender.name,
      senderEmail: sender.email,
      filename,
      rowCount: rows.length,
      shared: { message, expiryDays, labelIds: [...new Set(labelIds)] },
    };
    return await transaction(services.db, { organizationId }, async (tx) => {
      await requireLabels(tx, organizationId, bulk.shared.labelIds);
      if (!(await insertBulkSend(tx, bulk, hashed, services.clock())))
        return requireSameTemplate(await findStartedBulkSend(tx, organizationId, requestId), templateId);
      await services.queue.enqueue(tx, startEffects(bulk));
      return { id };
    });
  });

type Sender = { readonly userId: string; readonly name: string; readonly email: string };
type CheckedList = { readonly rows: readonly ListedRow[]; readonly issues: readonly RowIssue[] };

/**
 * Returns the bulk send that the request has started. A request for another template counts as a different
 * request.
 */
function requireSameTemplate(
  started: Awaited<ReturnType<typeof findStartedBulkSend>>,
  templateId: string,
): { id: string } {
  if (started?.templateId !== templateId)
    throw createInvalidRefusal([{ path: '/requestId', message: 'was already used for a different request' }]);
  return { id: started.id };
}

async function requireLabels(tx: Transaction, organizationId: string, ids: readonly string[]): Promise<void> {
  const known = new Set((await holdLabels(tx, organizationId, ids)).map(({ id }) => id));
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown >= 0)
    throw createInvalidRefusal([
      { path: `/labelIds/${unknown}`, message: 'is not a label of your organization' },
    ]);
}

/** Rows wait in the database, and access codes are never stored there in plain text. */
async function withHashedRow(row: ListedRow): Promise<ListedRow> {
  const { recipients } = instantiateRow.parse(row.input);
  const coded = Object.entries(await withHashedRecipients(recipients)).flatMap(
    ([role, { authentication }]) =>
      authentication?.method === 'access_code' ? [[role, authentication] as const] : [],
  );
  const hashed = coded.map(([role, { method, codeHash }]) => [
    role,
    { ...row.input.recipients[role], authentication: { method, codeHash: codeHash ?? '' } },
  ]);
  return {
    ...row,
    input: { ...row.input, recipients: { ...row.input.recipients, ...Object.fromEntries(hashed) } },
  };
}

/**
 * Parses a recipient list and checks it by the same rules that create the envelopes, without writing
 * anything. Each issue has its line and column.
 */
function checkList(
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
  if (!parsed.success) {
    const issues = toIssues(parsed.error);
    const others = withoutWrong(input, issues);
    if (others === null) return issues;
    // Reports everything that is wrong with a row at once.
    const columns = new Set(issues.map(({ path }) => findPointerColumn(path)));
    const more = validateRow(others, template, sender, means, facts);
    return [...issues, ...more.filter(({ path }) => !columns.has(findPointerColumn(path)))];
  }
  const { recipients = {}, ...body } = parsed.data;
  const made = instantiateTemplate(
    template,
    { ...body, recipients: withoutAuthentication(recipients) },
    sender,
    facts,
  );
  const unavailable = Object.entries(recipients).flatMap(([role, person]) =>
    validatePersonMeans(person, means, toJsonPointer('recipients', role)),
  );
  return made.kind === 'accept'
    ? unavailable
    : [...((made.details?.['issues'] ?? []) as readonly Issue[]), ...unavailable];
}

/** Stands in for an address that is wrong, so that the person doesn't seem to be missing. */
const SOME_ADDRESS = 'someone@example.invalid';

/**
 * Returns a row without its wrong values, so that the others can be checked. Returns null if it is still
 * wrong then.
 */
function withoutWrong(input: ListedRow['input'], issues: readonly Issue[]): ListedRow['input'] | null {
  const rest = structuredClone(input) as Record<string, unknown>;
  for (const { path } of issues) {
    const steps = path.split('/').slice(1).map(unescapePointer);
    const last = steps.pop();
    let place: unknown = rest;
    for (const step of steps) place = (place as Record<string, unknown> | null | undefined)?.[step];
    if (last === undefined || typeof place !== 'object' || place === null) return null;
    if (last === 'email') (place as Record<string, unknown>)[last] = SOME_ADDRESS;
    else delete (place as Record<string, unknown>)[last];
  }
  return instantiateRow.safeParse(rest).success ? (rest as ListedRow['input']) : null;
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

/** Returns the cells of the file, or the issue if it can't be parsed. */
function parseLines(csv: string): string[][] | RowIssue {
  try {
    return parse(csv, {
      bom: true,
      delimiter: detectDelimiter(csv),
      relax_column_count: true,
      // An inch mark inside a cell isn't a quote.
      relax_quotes: true,
      max_record_size: LIMITS.bulkLineMaxChars,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { line: Number(error['lines'] ?? 1), column: null, message: 'is not valid CSV: unmatched quote' };
  }
}
