import { sql } from 'drizzle-orm';
import type { EnvelopeSort } from '#domain/envelope/list.ts';
import { ENVELOPE_SORTS } from '#domain/envelope/list.ts';
import { ENVELOPE_VIEWS, type EnvelopeStatus } from '#domain/envelope/status.ts';
import type { Drizzle } from '#server/db/client/client.ts';
import type { ListFilter, Place } from '#server/db/list/envelope-list.ts';
import { LIMITS } from '#domain/limits.ts';
import { EVERYTHING } from '../../tests/support/list-filter.ts';

/** A measured list: its filters, which the runs take in turn, and where its pages start. */
export interface Question {
  readonly name: string;
  readonly filters: readonly ListFilter[];
  readonly deep: boolean;
}

/**
 * Every view in every sort order, and every filter in the orders where it may matter, on first and deep
 * pages.
 */
export function buildQuestions(organizationId: string): Question[] {
  const toIds = (...numbers: number[]) => numbers.map((number) => `${organizationId}_${number}`);
  return [
    ...ENVELOPE_VIEWS.flatMap((view) =>
      ENVELOPE_SORTS.flatMap((sort) => buildQuestionPair(`view ${view}, sort ${sort}`, [{ view, sort }])),
    ),
    ...buildQuestionPair('status voided, draft', [{ statuses: ['draft', 'voided'] }]),
    ...buildTextQuestions('q', 'half of the names', ['Agreement', 'agree', 'REEM']),
    ...buildTextQuestions('q', 'a twentieth', ['quarterly', 'Quarter', 'terly co']),
    ...buildTextQuestions('q', 'a hundredth', ['zürich', 'ZÜRI', 'rich co']),
    ...buildTextQuestions('q', 'one in 300', ['pilot', 'Pilot C', 'ilot']),
    ...buildTextQuestions('q', 'one in 1,000, two characters', ['契約', '契', '約']),
    ...buildTextQuestions('q', 'one in 8,192', ['Company Bbc ', 'company dhi ', 'ny acd ']),
    ...buildTextQuestions('q', 'one', ['#777 ', '#4711', '-8128.pdf', '#1001']),
    ...buildTextQuestions('q', 'none', ['no such name', 'xyzzy', 'qqq']),
    ...buildTextQuestions('q', 'an old year', [String(new Date().getFullYear() - 2)]),
    ...buildTextQuestions('q', 'two rare letters', ['zq', '%%', '~']),
    ...buildTextQuestions('search', 'half of the names', ['agreement', 'AGREE', 'reement']),
    ...buildTextQuestions('search', 'nearly all texts', ['w0z']),
    ...buildTextQuestions('search', 'one text of 20', ['w100z', 'w110z', 'w120z']),
    ...buildTextQuestions('search', 'one text of 500', ['w10000z', 'w11000z', 'w9999z']),
    ...buildTextQuestions('search', 'a recipient, one in 1,200', ['vonabc', 'vonb12', 'von1f']),
    ...buildTextQuestions('search', 'one', ['777 agreement', '4711', '8128 pdf']),
    ...buildTextQuestions('search', 'none', ['xyzzy', 'agreement xyzzy', 'w100z qqq']),
    ...buildTextQuestions('search', 'a letter, as typed', ['a', 'q', 'zz']),
    ...buildTextQuestions('search', 'the start of a word, as typed', ['agr', 'com', 'w1', 'pil']),
    ...buildTextQuestions('search', 'common and rare', ['agreement w10000z', 'gmail vonabc', 'anna w9999z']),
    ...buildTextQuestions('search', 'two that are rarely together', [
      'w100z w200z',
      'w300z w400z',
      'pilot w500z',
    ]),
    ...buildTextQuestions('search', 'two that are hardly ever together', ['w5000z w6000z', 'w7000z pilot']),
    ...buildQuestionPair('search one text of 500, sort name', [{ search: 'w10000z', sort: 'name' }]),
    ...buildQuestionPair('search one of 20, sort activity', [{ search: 'w100z', sort: 'activity' }]),
    ...buildQuestionPair('search one of 20, view waiting', [{ search: 'w100z', view: 'waiting' }]),
    ...buildTextQuestions('recipient', 'a third', ['@gmail.com', 'GMAIL', 'outlook']),
    ...buildTextQuestions('recipient', 'an eighth', ['anna', 'Dmitri', 'sven.']),
    ...buildTextQuestions('recipient', 'one in 1,200', ['vonabc@', 'vonb12@', 'Vona1f ']),
    ...buildTextQuestions('recipient', 'one in 24,000', ['anna.vonabc@', 'Olga Vonb12', 'hana.von2f@']),
    ...buildTextQuestions('recipient', 'none', ['nobody@nowhere', 'Zebediah']),
    ...buildQuestionPair('q common, recipient rare', [{ q: 'agreement', recipient: 'anna.vonabc@' }]),
    ...buildQuestionPair('q rare, recipient common', [{ q: 'company dhi ', recipient: 'gmail' }]),
    ...buildQuestionPair(
      'teamId',
      toIds(0, 10, 19).map((teamId) => ({ teamId })),
    ),
    ...buildQuestionPair(
      'templateId',
      toIds(0, 25, 49).map((templateId) => ({ templateId })),
    ),
    ...buildQuestionPair(
      'teamId, sort name',
      toIds(0, 10, 19).map((teamId) => ({ teamId, sort: 'name' as const })),
    ),
    ...buildQuestionPair(
      'templateId, sort name',
      toIds(0, 25, 49).map((templateId) => ({ templateId, sort: 'name' as const })),
    ),
    ...buildQuestionPair(
      'templateId, sort urgency',
      toIds(0, 25, 49).map((templateId) => ({ templateId, sort: 'urgency' as const })),
    ),
    ...buildQuestionPair('templateId, sort activity, view waiting', [
      { templateId: `${organizationId}_49`, sort: 'activity', view: 'waiting' },
    ]),
    ...buildQuestionPair('q a hundredth, sort name', [{ q: 'zürich', sort: 'name' }]),
    ...buildQuestionPair('q one in 300, sort name', [{ q: 'pilot', sort: 'name' }]),
    ...buildQuestionPair('q one in 300, sort activity', [{ q: 'pilot', sort: 'activity' }]),
    ...buildQuestionPair('q half, sort urgency', [{ q: 'agreement', sort: 'urgency' }]),
    ...buildQuestionPair('recipient an eighth, sort activity', [{ recipient: 'anna', sort: 'activity' }]),
    ...buildQuestionPair('recipient an eighth, view waiting', [{ recipient: 'anna', view: 'waiting' }]),
  ];
}

function buildTextQuestions(
  parameter: 'q' | 'search' | 'recipient',
  share: string,
  examples: readonly string[],
): Question[] {
  return buildQuestionPair(
    `${parameter}: ${share}`,
    examples.map((text) => ({ [parameter]: text })),
  );
}

function buildQuestionPair(name: string, filters: readonly Partial<ListFilter>[]): Question[] {
  const whole = filters.map((filter) => ({ ...EVERYTHING, ...filter }));
  return [
    { name, filters: whole, deep: false },
    { name: `${name}, deep`, filters: whole, deep: true },
  ];
}

type Row = {
  id: string;
  created: string;
  sent: string | null;
  completed: string | null;
  activity: string;
  name: string;
  nearness: string;
  attention: boolean;
};

/** Positions throughout an organization's lists: random rows, each taken as the last row of a page. */
export async function pickRandomPlaces(
  owner: Drizzle,
  organizationId: string,
  { view, sort }: ListFilter,
  now: Date,
): Promise<Place[]> {
  const attention = sql`(needs_attention or status = 'in_progress' and nearness >= ${-(now.getTime() + LIMITS.expiringSoonMs)}::bigint)`;
  const statuses: readonly EnvelopeStatus[] | null =
    view === 'waiting'
      ? ['in_progress']
      : view === 'drafts'
        ? ['draft', 'detecting', 'review']
        : view === 'completed'
          ? ['completed']
          : null;
  const rows = await owner.execute<Row>(sql`
    select id, created_at::text as created, sent_at::text as sent, completed_at::text as completed, latest_action_at::text as activity,
      sort_name as name, nearness::text as nearness, ${attention} as attention
    from envelopes tablesample system (20)
    where organization_id = ${organizationId}
      ${
        statuses === null
          ? sql``
          : sql`and status in (${sql.join(
              statuses.map((status) => sql`${status}`),
              sql`, `,
            )})`
      }
      ${view === 'attention' ? sql`and ${attention}` : sql``}
    order by md5(id) limit 40`);
  return rows.map((row) => toPlace(row, sort));
}

function toPlace(row: Row, sort: EnvelopeSort): Place {
  const { id, created, sent, completed, activity, name, nearness, attention } = row;
  switch (sort) {
    case 'created':
      return { phase: 0, keys: [created], id };
    case 'activity':
      return { phase: 0, keys: [activity], id };
    case 'name':
      return { phase: 0, keys: [name], id };
    case 'sent':
      return sent === null ? { phase: 1, keys: [created], id } : { phase: 0, keys: [sent], id };
    case 'completed':
      return completed === null ? { phase: 1, keys: [created], id } : { phase: 0, keys: [completed], id };
    case 'urgency':
      return { phase: attention ? 0 : 1, keys: [nearness, created], id };
    default:
      return sort satisfies never;
  }
}
