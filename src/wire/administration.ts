import { z } from 'zod';
import { JOB_KINDS } from '#domain/effects.ts';
import { INSTANCE_ACTION_NAMES } from '#domain/instance-actions.ts';
import { healthSchema } from './health.ts';
import { timestamp } from './text.ts';

const count = z.int().min(0);

const queue = z.object({
  kind: z.enum(JOB_KINDS),
  waiting: count,
  running: count,
  /** The number of jobs that wait because an attempt failed. */
  retrying: count,
  failed: count,
  /** How long the oldest waiting job has been due, in seconds. */
  dueSeconds: z.number(),
});

const failedJob = z.object({
  id: z.string(),
  kind: z.enum(JOB_KINDS),
  queue: z.string(),
  organization: z.string().nullable(),
  failedAt: timestamp,
  attempts: count,
  /** What went wrong at the last attempt, in the words of the party that refused it. */
  reason: z.string(),
});

const usedCertificate = z.object({
  id: z.string(),
  kind: z.enum(['authority', 'revocation_list', 'configured', 'organization']),
  /** The organization that the certificate belongs to; null for the instance's own. */
  organization: z.string().nullable(),
  /** The kind of key, such as RSA 3072; null for a revocation list. */
  key: z.string().nullable(),
  endsAt: timestamp,
});
export type UsedCertificate = z.infer<typeof usedCertificate>;

/** The state of the instance, for the people who run it. */
export const overviewSchema = z.object({
  checkedAt: timestamp,
  checks: healthSchema.shape.checks,
  databaseMs: z.number(),
  /**
   * How far this process's clock is from that of the database or the time server, whichever differs more, in
   * milliseconds.
   */
  clockOffMs: z.number(),
  timeServerAnswers: z.boolean(),
  /** What requests show about the settings for a reverse proxy; null while nothing is wrong. */
  proxy: z.object({ untrustedProxy: z.string().nullable(), otherOrigin: z.string().nullable() }),
  origin: z.string(),
  /** For how many of the coming months there is a partition for events. */
  eventMonthsAhead: z.int().nonnegative(),
  /**
   * The newest checkpoint of the transparency log, and how many of the configured witnesses have signed it.
   */
  log: z.object({
    checkpoint: z.object({ entries: z.int(), signedAt: z.iso.datetime(), witnesses: z.int() }).nullable(),
    witnesses: z.int(),
    /**
     * Whether somebody has entries that differ from the log's. If so, the log doesn't sign anything anymore.
     */
    isForked: z.boolean(),
  }),
  /** The problems with the log. They are in English because they name files and commands. */
  logProblems: z.array(z.string()),
  sealKeyConfigured: z.boolean(),
  timestampsConfigured: z.boolean(),
  queues: z.array(queue),
  failedJobs: z.array(failedJob),
  certificates: z.object({ inUse: count, items: z.array(usedCertificate) }),
  storage: z.object({
    /**
     * The space of the storage. Null for a bucket, which has no limit, or while the storage can't be used.
     */
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
    /** When the first email that waits after a failure is tried again. */
    nextRetryAt: timestamp.nullable(),
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

export const administeredPerson = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  organizations: z.array(z.string()),
  hasPasskey: z.boolean(),
  /** Whether an authenticator app is set up. */
  hasApp: z.boolean(),
  administers: z.boolean(),
  sessions: count,
  lastActiveAt: timestamp.nullable(),
});
export type AdministeredPerson = z.infer<typeof administeredPerson>;

/** Something that a person who runs the instance did. */
export const instanceAction = z.object({
  id: z.string(),
  action: z.enum(INSTANCE_ACTION_NAMES),
  actorName: z.string(),
  subjectName: z.string(),
  reason: z.string().nullable(),
  occurredAt: timestamp,
});
export type AdministratorAction = z.infer<typeof instanceAction>;
