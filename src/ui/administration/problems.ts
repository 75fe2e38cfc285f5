import type { Overview } from '#wire/administration.ts';
import { LIMITS } from '#domain/limits.ts';
import { m } from '#i18n/compiled/messages.js';
import { formatTimeSpent } from '#ui/kit/spent.ts';
import { formatDuration } from './words.ts';

/** A problem that needs the operator's attention. */
export type Problem = {
  readonly title: string;
  readonly about: string;
  /** Details in the words of whatever noticed the problem. */
  readonly details: readonly string[];
  /** Whether the problem keeps people from sending or signing. */
  readonly blocks: boolean;
  /**
   * Whether the problem is shown as gravely as one that blocks people. This applies to problems that waiting
   * doesn't solve, for example.
   */
  readonly isGrave: boolean;
};

/** Sweeps prepare three months ahead. When a month begins, the third is missing until the next sweep. */
const MONTHS_AHEAD = 2;

/** Without these queues, links aren't sent and documents aren't read. */
const BLOCKING: readonly Overview['queues'][number]['kind'][] = ['emails', 'documents'];

/** Lists the instance's problems. Those that keep people from sending and signing come first. */
export function listProblems({ checks, queues, mail, ...overview }: Overview): readonly Problem[] {
  const seals = queues.find(({ kind }) => kind === 'seals');
  const due = Math.max(...queues.map(({ dueSeconds }) => dueSeconds));
  const blocking = queues.some(
    ({ kind, dueSeconds }) => BLOCKING.includes(kind) && dueSeconds > LIMITS.jobLateSeconds,
  );
  const isFailing = (check: keyof typeof checks) => checks[check] === 'failing';
  const all: readonly (readonly [boolean, Omit<Problem, 'details' | 'isGrave'> & Partial<Problem>])[] = [
    [
      isFailing('storage'),
      { title: m.administration_storage_title(), about: m.administration_storage_about(), blocks: true },
    ],
    [
      isFailing('jobs'),
      { title: m.administration_jobs_title(), about: m.administration_jobs_about(), blocks: true },
    ],
    [
      mail.away !== null,
      {
        title: m.administration_mail_title(),
        about: m.administration_mail_about({ server: mail.server ?? '', reason: mail.away?.reason ?? '' }),
        blocks: true,
      },
    ],
    [
      isFailing('sealKey'),
      { title: m.administration_seal_key_title(), about: m.administration_seal_key_about(), blocks: true },
    ],
    [
      due > LIMITS.jobLateSeconds,
      {
        title: m.administration_late_title({ time: formatTimeSpent(due) }),
        about: m.administration_late_about(),
        blocks: blocking,
      },
    ],
    [
      (seals?.retrying ?? 0) + (seals?.failed ?? 0) > 0,
      { title: m.administration_seals_title(), about: m.administration_seals_about(), blocks: false },
    ],
    [
      overview.failedJobs.length > 0,
      { title: m.administration_failed_title(), about: m.administration_failed_about(), blocks: false },
    ],
    [
      overview.log.isForked,
      {
        title: m.administration_fork_title(),
        about: m.administration_fork_about(),
        details: overview.logProblems,
        blocks: false,
        isGrave: true,
      },
    ],
    [
      isFailing('log') && !overview.log.isForked,
      {
        title: m.administration_log_title(),
        about: m.administration_log_about(),
        details: overview.logProblems,
        blocks: false,
      },
    ],
    [
      isFailing('timestamps'),
      {
        title: m.administration_timestamps_title(),
        about: m.administration_timestamps_about(),
        blocks: false,
      },
    ],
    [
      isFailing('replica'),
      { title: m.administration_replica_title(), about: m.administration_replica_about(), blocks: false },
    ],
    [
      !overview.timeServerAnswers,
      {
        title: m.administration_time_server_title(),
        about: m.administration_time_server_about(),
        blocks: false,
      },
    ],
    [
      Math.abs(overview.clockOffMs) > LIMITS.clockDifferenceMaxMs,
      {
        title: m.administration_clock_title({ time: formatDuration(overview.clockOffMs) }),
        about: m.administration_clock_about(),
        blocks: false,
      },
    ],
    [
      overview.proxy.untrustedProxy !== null,
      {
        title: m.administration_proxy_title(),
        about: m.administration_proxy_about({ address: overview.proxy.untrustedProxy ?? '' }),
        blocks: false,
        isGrave: true,
      },
    ],
    [
      overview.proxy.otherOrigin !== null,
      {
        title: m.administration_origin_title(),
        about: m.administration_origin_about({
          seen: overview.proxy.otherOrigin ?? '',
          origin: overview.origin,
        }),
        blocks: true,
      },
    ],
    [
      overview.eventMonthsAhead < MONTHS_AHEAD,
      { title: m.administration_months_title(), about: m.administration_months_about(), blocks: false },
    ],
    [
      checks.sealKey === 'expiring',
      {
        title: m.administration_seal_key_soon_title(),
        about: m.administration_seal_key_soon_about(),
        blocks: false,
      },
    ],
    [
      mail.server === null,
      { title: m.administration_outbox_title(), about: m.administration_outbox_about(), blocks: false },
    ],
  ];
  return all.flatMap(([applies, problem]) =>
    applies ? [{ details: [], isGrave: problem.blocks, ...problem }] : [],
  );
}
