import { m } from '#i18n/compiled/messages.js';
import type { Report } from '#wire/report.ts';
import { listBandLabels } from './band-labels.ts';

type Numbers = {
  readonly [name in 'sent' | 'completed' | 'waiting' | 'notCompleted' | 'declined']?: number;
} & { readonly medianSeconds?: number | null; readonly slowSeconds?: number | null };

export const UNIT_WORDS = {
  day: m.reports_by_day,
  week: m.reports_by_week,
  month: m.reports_by_month,
} as const;

/** Returns the numbers of a report as lines of a file. Days and numbers are in a format for programs. */
export function toReportLines(report: Report): string[][] {
  const formatLine = (section: string, name: string, numbers: Numbers) => [
    ...[section, name],
    ...COLUMNS.map(({ key }) => {
      const value = numbers[key] ?? null;
      return value === null ? '' : String(Math.round(value));
    }),
    ...['', ''],
  ];
  return [
    [
      ...[m.reports_section(), m.reports_name(), ...COLUMNS.map(({ label }) => label())],
      ...[m.reports_waiting_for(), m.reports_sent_at()],
    ],
    formatLine(m.reports_period(), `${report.from} – ${report.to}`, report.now),
    formatLine(m.reports_period_before(), '', report.before),
    ...report.columns.map(({ day, completed, waiting, notCompleted }) =>
      formatLine(UNIT_WORDS[report.unit](), day, {
        ...{ sent: completed + waiting + notCompleted, completed, waiting, notCompleted },
      }),
    ),
    ...listBandLabels().map((label, index) =>
      formatLine(m.reports_time(), label, { completed: report.bands[index] ?? 0 }),
    ),
    ...report.waitingLongest.map(({ name, people, sentAt }) => [
      ...[m.reports_waiting_longest(), name, ...COLUMNS.map(() => '')],
      ...[people.join('; '), sentAt],
    ]),
    ...report.templates.map(({ name, ...row }) =>
      formatLine(m.reports_by_template(), name ?? m.reports_no_template(), row),
    ),
    ...report.members.map(({ name, ...row }) => formatLine(m.reports_by_member(), name, row)),
  ];
}

const COLUMNS = [
  { key: 'sent', label: m.reports_sent },
  { key: 'completed', label: m.reports_completed },
  { key: 'waiting', label: m.reports_waiting },
  { key: 'notCompleted', label: m.reports_not_completed },
  { key: 'declined', label: m.reports_declined },
  { key: 'medianSeconds', label: m.reports_median_seconds },
  { key: 'slowSeconds', label: m.reports_slowest_seconds },
] as const satisfies readonly { key: keyof Numbers; label: () => string }[];
