import { z } from 'zod';
import { JOB_KINDS } from '#domain/effects.ts';
import { healthSchema } from './health.ts';
import { timestamp } from './text.ts';

const count = z.int().min(0);

const queue = z.object({
  kind: z.enum(JOB_KINDS),
  waiting: count,
  running: count,
  /** Those that wait because an attempt failed. */
  retrying: count,
  failed: count,
  /** How long the oldest waiting job has been due. */
  dueSeconds: z.number(),
});

const failedJob = z.object({
  id: z.string(),
  kind: z.enum(JOB_KINDS),
  queue: z.string(),
  organization: z.string().nullable(),
  failedAt: timestamp,
  attempts: count,
  /** What went wrong the last time, in the words of whoever refused it. */
  reason: z.string(),
});

const usedCertificate = z.object({
  id: z.string(),
  kind: z.enum(['authority', 'revocation_list', 'configured', 'organization']),
  /** Whose it is; null for the instance's own. */
  organization: z.string().nullable(),
  /** Such as RSA 3072; null for a revocation list. */
  key: z.string().nullable(),
  endsAt: timestamp,
});
export type UsedCertificate = z.infer<typeof usedCertificate>;

/** How the instance is, for the people who run it. */
export const overviewSchema = z.object({
  checkedAt: timestamp,
  checks: healthSchema.shape.checks,
  databaseMs: z.number(),
  /** How far this process's clock is from the database's or the time server's, whichever differs more. */
  clockOffMs: z.number(),
  timeServerAnswers: z.boolean(),
  /** For how many of the coming months events have a partition. */
  eventMonthsAhead: z.int().nonnegative(),
  /** The newest checkpoint of the transparency log, and how many of the configured witnesses have signed it. */
  log: z.object({
    checkpoint: z.object({ entries: z.int(), signedAt: z.iso.datetime(), witnesses: z.int() }).nullable(),
    witnesses: z.int(),
    /** Whether somebody has other entries than the log, which then signs nothing more. */
    isForked: z.boolean(),
  }),
  /** What is wrong with the log, in English: it names files and commands. */
  logProblems: z.array(z.string()),
  sealKeyConfigured: z.boolean(),
  timestampsConfigured: z.boolean(),
  queues: z.array(queue),
  failedJobs: z.array(failedJob),
  certificates: z.object({ inUse: count, items: z.array(usedCertificate) }),
  storage: z.object({
    /** Null for a bucket, which has no end, or while the storage can't be used. */
    room: z.object({ freeBytes: z.number(), totalBytes: z.number() }).nullable(),
    documentBytes: z.number(),
    databaseBytes: z.number(),
  }),
  mail: z.object({
    /** The mail server's name; null if emails stay in the outbox. */
    server: z.string().nullable(),
    away: z.object({ since: timestamp, reason: z.string() }).nullable(),
    sent: count,
    failed: count,
    waiting: count,
  }),
  organizations: count,
});
export type Overview = z.infer<typeof overviewSchema>;

export const administeredOrganization = z.object({
  id: z.string(),
  name: z.string(),
  owner: z.object({ name: z.string(), email: z.string() }).nullable(),
  members: z.int(),
  bytes: z.number(),
  createdAt: timestamp,
  standing: z.enum(['active', 'suspended', 'name_held']),
  suspensionReason: z.string().nullable(),
});
export type AdministeredOrganization = z.infer<typeof administeredOrganization>;
