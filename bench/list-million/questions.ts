import { sql } from 'drizzle-orm';
import type { EnvelopeSort } from '#domain/envelope/list.ts';
import { ENVELOPE_SORTS } from '#domain/envelope/list.ts';
import { ENVELOPE_VIEWS, type EnvelopeStatus } from '#domain/envelope/status.ts';
import type { Drizzle } from '#server/db/client/client.ts';
import type { ListFilter, Place } from '#server/db/list/envelope-list.ts';
import { LIMITS } from '#domain/limits.ts';
import { EVERYTHING } from '../../tests/support/list-filter.ts';

/** A list that is measured: its filters, of which each run takes the next, and where its pages begin. */
export interface Question {
  readonly name: string;
  readonly filters: readonly ListFilter[];
  readonly deep: boolean;
}

/** Every view in every sort, and every filter in those sorts where it may matter; first and deep pages. */
export function questionsFor(organizationId: string): Question[] {
  const ids = (...numbers: number[]) => numbers.map((number) => `${organizationId}_${number}`);
  return [
    ...ENVELOPE_VIEWS.flatMap((view) =>
      ENVELOPE_SORTS.flatMap((sort) => both(`view ${view}, sort ${sort}`, [{ view, sort }])),
    ),
    ...both('status voided, draft', [{ statuses: ['draft', 'voided'] }]),
    ...texts('q', 'half of the names', ['Agreement', 'agree', 'REEM']),
    ...texts('q', 'a twentieth', ['quarterly', 'Quarter', 'terly co']),
    ...texts('q', 'a hundredth', ['zürich', 'ZÜRI', 'rich co']),
    ...texts('q', 'one in 300', ['pilot', 'Pilot C', 'ilot']),
    ...texts('q', 'one in 1,000, two characters', ['契約', '契', '約']),
    ...texts('q', 'one in 8,192', ['Company Bbc ', 'company dhi ', 'ny acd ']),
    ...texts('q', 'one', ['#777 ', '#4711', '-8128.pdf', '#1001']),
    ...texts('q', 'none', ['no such name', 'xyzzy', 'qqq']),
    ...texts('q', 'an old year', [String(new Date().getFullYear() - 2)]),
    ...texts('q', 'two rare letters', ['zq', '%%', '~']),
    ...texts('search', 'half of the names', ['agreement', 'AGREE', 'reement']),
    ...texts('search', 'nearly all texts', ['w0z']),
    ...texts('search', 'one text of 20', ['w100z', 'w110z', 'w120z']),
    ...texts('search', 'one text of 500', ['w10000z', 'w11000z', 'w9999z']),
    ...texts('search', 'a recipient, one in 1,200', ['vonabc', 'vonb12', 'von1f']),
    ...texts('search', 'one', ['777 agreement', '4711', '8128 pdf']),
    ...texts('search', 'none', ['xyzzy', 'agreement xyzzy', 'w100z qqq']),
    ...texts('search', 'a letter, as typed', ['a', 'q', 'zz']),
    ...texts('search', 'the start of a word, as typed', ['agr', 'com', 'w1', 'pil']),
    ...texts('search', 'common and rare', ['agreement w10000z', 'gmail vonabc', 'anna w9999z']),
    ...texts('search', 'two that are rarely together', ['w100z w200z', 'w300z w400z', 'pilot w500z']),
    ...texts('search', 'two that are hardly ever together', ['w5000z w6000z', 'w7000z pilot']),
    ...both('search one text of 500, sort name', [{ search: 'w10000z', sort: 'name' }]),
    ...both('search one of 20, sort activity', [{ search: 'w100z', sort: 'activity' }]),
    ...both('search one of 20, view waiting', [{ search: 'w100z', view: 'waiting' }]),
    ...texts('recipient', 'a third', ['@gmail.com', 'GMAIL', 'outlook']),
    ...texts('recipient', 'an eighth', ['anna', 'Dmitri', 'sven.']),
    ...texts('recipient', 'one in 1,200', ['vonabc@', 'vonb12@', 'Vona1f ']),
    ...texts('recipient', 'one in 24,000', ['anna.vonabc@', 'Olga Vonb12', 'hana.von2f@']),
    ...texts('recipient', 'none', ['nobody@nowhere', 'Zebediah']),
    ...both('q common, recipient rare', [{ q: 'agreement', recipient: 'anna.vonabc@' }]),
    ...both('q rare, recipient common', [{ q: 'company dhi ', recipient: 'gmail' }]),
    ...both(
      'teamId',
      ids(0, 10, 19).map((teamId) => ({ teamId })),
    ),
    ...both(
      'templateId',
      ids(0, 25, 49).map((templateId) => ({ templateId })),
    ),
    ...both(
      'teamId, sort name',
      ids(0, 10, 19).map((teamId) => ({ teamId, sort: 'name' as const })),
    ),
    ...both(
      'templateId, sort name',
      ids(0, 25, 49).map((templateId) => ({ templateId, sort: 'name' as const })),
    ),
    ...both(
      'templateId, sort urgency',
      ids(0, 25, 49).map((templateId) => ({ templateId, sort: 'urgency' as const })),
    ),
    ...both('templateId, sort activity, view waiting', [
      { templateId: `${organizationId}_49`, sort: 'activity', view: 'waiting' },
    ]),
    ...both('q a hundredth, sort name', [{ q: 'zürich', sort: 'name' }]),
    ...both('q one in 300, sort name', [{ q: 'pilot', sort: 'name' }]),
    ...both('q one in 300, sort activity', [{ q: 'pilot', sort: 'activity' }]),
    ...both('q half, sort urgency', [{ q: 'agreement', sort: 'urgency' }]),
    ...both('recipient an eighth, sort activity', [{ recipient: 'anna', sort: 'activity' }]),
    ...both('recipient an eighth, view waiting', [{ recipient: 'anna', view: 'waiting' }]),
  ];
}

function texts(
  parameter: 'q' | 'search' | 'recipient',
  share: string,
  examples: readonly string[],
): Question[] {
  return both(
    `${parameter}: ${share}`,
    examples.map((text) => ({ [parameter]: text })),
  );
}

function both(name: string, filters: readonly Partial<ListFilter>[]): Question[] {
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

/** Places anywhere in an organization's lists: rows at random, seen as the last row of a page. */
export async function randomPlaces(
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
  return rows.map((row) => placeOf(row, sort));
}

function placeOf(row: Row, sort: EnvelopeSort): Place {
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
