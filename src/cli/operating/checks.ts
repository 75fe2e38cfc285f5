import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { LIMITS } from '#domain/limits.ts';
import type { ReplicaFault } from '#domain/replica.ts';
import { isProgramOnPath } from '#server/runtime/config/docx-drivers.ts';
import type { Settings } from '#server/runtime/config.ts';
import { computeSha256Bytes } from '#server/crypto/hash.ts';
import { readClock } from '#server/db/clock/read-clock.ts';
import type { Database } from '#server/db/client/client.ts';
import { readLastKeyId } from '#server/db/housekeeping/known-secret-key.ts';
import { readQueueStates } from '#server/db/housekeeping/queued-jobs.ts';
import { openKeyStore } from '#server/keys/key-store.ts';
import { logProblems } from '#server/log/health.ts';
import { verifySmtp } from '#server/mail/transport.ts';
import { openTimeServer } from '#server/outbound/time-server.ts';
import { openTimestampServices } from '#server/outbound/timestamp-services.ts';
import { openStorage } from '#server/storage/open-storage.ts';
import { COMMAND, describeDatabase, WORKER_COMMAND } from '../service-settings.ts';
import { fail, createOkFinding, warn, type Finding } from './findings.ts';

type Check<Subject> = {
  readonly check: (subject: Subject) => Promise<Finding>;
  /** What to do if the check itself throws. */
  readonly wayOut: string;
  /** Whether a check that throws only warns. */
  readonly isOnlyWarning?: boolean;
};
type Connected = { readonly db: Database; readonly settings: Settings };

const CONVERTER_TIMEOUT_MS = 5_000;
const ORIGIN_TIMEOUT_MS = 5_000;
const ORIGIN_WAY_OUT = 'Start the service, and check ORIGIN, its name in the DNS, and the proxy.';
/**
 * The first connection to the replica may take longer than a list waits for it, so the check waits this long
 * and tries again.
 */
const REPLICA_RESTS_MS = 4_000;
const REPLICA_WAY_OUT = 'Check DATABASE_REPLICA_URL: docs/operations.md, "A replica for lists".';
const REPLICA_FAULTS: Readonly<Record<ReplicaFault, string>> = {
  away: "it doesn't answer, or not in time",
  behind: "it doesn't have what the primary had a tenth of a second ago",
  no_position: "the primary doesn't tell how far its log goes",
  not_following: 'it is no replica, or was promoted',
  other_database: 'it is a copy of another database',
  other_timeline: "it hasn't followed the last change of the primary yet",
};
const getNow = () => new Date();

/** Checks that need the database, in the order they are shown. */
export const DATABASE_CHECKS: Readonly<Record<string, Check<Connected>>> = {
  database: {
    check: ({ db: { drizzle } }) =>
      readQueueStates({ drizzle }).then(() =>
        createOkFinding(`${describeDatabase(process.env)} answers as the role of the program`),
      ),
    wayOut: 'Start the service once, which migrates the database.',
  },
  replica: {
    check: async ({ db, settings: { replica } }) => {
      if (replica === null) return createOkFinding('none configured, so lists are read from the primary');
      if ((await db.replicaFault()) === 'away') await delay(REPLICA_RESTS_MS);
      const fault = await db.replicaFault();
      return fault === null
        ? createOkFinding('it has everything that the primary has')
        : warn(`${REPLICA_FAULTS[fault]}, so lists are read from the primary`, REPLICA_WAY_OUT);
    },
    wayOut: REPLICA_WAY_OUT,
  },
  'secret key': {
    check: async ({ db, settings: { secretKeys } }) => {
      const last = await readLastKeyId(db);
      const known = [secretKeys.current, ...secretKeys.previous].some(({ id }) => id === last);
      return last === null || known
        ? createOkFinding(`key ${secretKeys.current.id} fits the database`)
        : fail(
            `the database was last used with key ${last}, this is ${secretKeys.current.id}`,
            'Restore DATA_DIR/secret-key from a backup, or set SECRET_KEY to the former key.',
          );
    },
    wayOut: 'Start the service once, which migrates the database.',
  },
  clock: {
    check: async ({ db, settings: { ntpServer } }) => {
      const failures: string[] = [];
      const timeServer = openTimeServer(ntpServer, {
        clock: getNow,
        onFailure: (reason) => failures.push(reason),
      });
      const { offMs } = await readClock({ db, clock: getNow, timeServer });
      const of = ntpServer === null ? "the database's" : "the database's or the time server's";
      if (Math.abs(offMs) > LIMITS.clockDifferenceMaxMs)
        return fail(`${Math.round(offMs / 1000)} s ahead of ${of}`, 'Synchronize the clocks (NTP).');
      return timeServer.answers()
        ? createOkFinding(`at most ${Math.abs(offMs)} ms from ${of}`)
        : fail(failures.join('; '), 'Check NTP_SERVER, and that UDP reaches it.');
    },
    wayOut: 'Check the connection to the database.',
  },
  jobs: {
    check: async ({ db }) => {
      const states = await readQueueStates(db);
      const late = states.filter(({ dueSeconds }) => dueSeconds > LIMITS.jobLateSeconds);
      const failed = states.reduce((sum, state) => sum + state.failed, 0);
      if (late.length > 0)
        return fail(
          `${late.map(({ queue }) => queue).join(', ')} due for more than 10 minutes`,
          `Start a worker: ${WORKER_COMMAND.replace(/ --$/, '')}.`,
        );
      return failed === 0
        ? createOkFinding('nothing is late, nothing has failed')
        : warn(`${failed} failed for good`, `See ${COMMAND} jobs failed.`);
    },
    wayOut: 'Start the service once, which sets up the queues.',
  },
  log: {
    check: async ({ db, settings }) => {
      const config = settings as Parameters<typeof logProblems>[0]['config'];
      const problems = await logProblems({ db, config, clock: getNow });
      return problems.length === 0
        ? createOkFinding('its copy and its witnesses agree with it')
        : fail(problems.join('; '), 'See docs/transparency-log.md.');
    },
    wayOut: 'See docs/transparency-log.md.',
  },
};

/** Checks of this machine and of the services around it. */
export const MACHINE_CHECKS: Readonly<Record<string, Check<Settings>>> = {
  proxy: {
    check: async ({ http: { origin, trustedProxies } }) => {
      const isHttps = origin.startsWith('https:');
      if (isHttps && trustedProxies.length === 0)
        return warn(
          'ORIGIN is https, so there is a proxy in front, but TRUSTED_PROXIES is unset: everybody shares its address',
          'Set TRUSTED_PROXIES to the address that the proxy connects from: docs/operations.md, "Behind a proxy".',
        );
      const signal = AbortSignal.timeout(ORIGIN_TIMEOUT_MS);
      const answer = await fetch(new URL('/api/health', origin), { signal, redirect: 'manual' });
      const health = (await answer.json().catch(() => null)) as { checks?: unknown } | null;
      return health?.checks === undefined
        ? warn(`${origin} is answered by something else (${answer.status})`, ORIGIN_WAY_OUT)
        : createOkFinding(`the service answers at ${origin}`);
    },
    wayOut: ORIGIN_WAY_OUT,
    isOnlyWarning: true,
  },
  storage: {
    check: async ({ storageUrl }) => {
      const storage = openStorage(storageUrl);
      if (storage === null) return fail('STORAGE_URL is invalid', 'See docs/storage.md.');
      await storage.probe();
      const key = `public/doctor/${randomBytes(8).toString('hex')}`;
      const bytes = randomBytes(64);
      await storage.put(key, bytes);
      const stored = await storage.get(key);
      const back = stored === null ? null : Buffer.from(await new Response(stored.stream).arrayBuffer());
      await storage.remove(key);
      return back?.equals(bytes) === true
        ? createOkFinding('what is written can be read')
        : fail("what was written can't be read", 'See docs/storage.md.');
    },
    wayOut: 'Check that the directory or bucket exists, can be written, and has room.',
  },
  mail: {
    check: async ({ mail }) => {
      if (mail.kind === 'outbox')
        return warn('emails stay in the outbox, nobody gets any', 'Set SMTP_URL to send them.');
      await verifySmtp(mail.url);
      return createOkFinding('the mail server accepts the sign-in');
    },
    wayOut: 'Check SMTP_URL: host, port, user and password.',
  },
  'seal key': {
    check: async ({ sealKey }) => {
      if (sealKey === null) return createOkFinding('generated for each organization');
      const store = openKeyStore(sealKey, { clock: getNow, onWarning: () => undefined });
      try {
        const state = await store.state();
        if (state === 'ok') return createOkFinding('it can seal');
        return state === 'expiring'
          ? warn('its certificate expires within 90 days', 'Renew it: docs/seal-levels.md.')
          : fail("it can't be used, or its certificate has expired", 'See docs/seal-levels.md.');
      } finally {
        await store.close();
      }
    },
    wayOut: 'See docs/seal-levels.md.',
  },
  timestamps: {
    check: async ({ timestamps }) => {
      if (timestamps.urls.length === 0)
        return warn('none configured, so seals stay at level B-B', 'Set TIMESTAMP_URLS.');
      const failures: string[] = [];
      const services = openTimestampServices({
        ...timestamps,
        clock: getNow,
        onFailure: (url, reason) => failures.push(`${url}: ${reason}`),
      });
      const stamp = await services.stamp(computeSha256Bytes(randomBytes(32)));
      if (stamp === null) return fail(failures.join('; '), 'Check TIMESTAMP_URLS and the way out to them.');
      return failures.length === 0
        ? createOkFinding('the first one answers')
        : warn(failures.join('; '), 'Others answer.');
    },
    wayOut: 'Check TIMESTAMP_URLS.',
  },
  converter: {
    check: async ({ docxDrivers: [first], sofficeSandbox }) => {
      if (first === undefined)
        return warn(
          'none, so Word files are refused',
          'Set GOTENBERG_URL, or install the bundled LibreOffice.',
        );
      if (first.kind === 'gotenberg') {
        const signal = AbortSignal.timeout(CONVERTER_TIMEOUT_MS);
        const { ok: answers, status } = await fetch(new URL('health', `${first.url}/`), { signal });
        return answers
          ? createOkFinding('Gotenberg answers')
          : fail(`Gotenberg answers ${status}`, 'Check GOTENBERG_URL.');
      }
      if (first.kind === 'wasm') return createOkFinding('the bundled LibreOffice');
      return sofficeSandbox === 'required' && isProgramOnPath(process.env['PATH'] ?? '', 'bwrap')
        ? createOkFinding(`${first.program} in a sandbox`)
        : warn(`${first.program} without a sandbox`, 'Install bubblewrap and set SOFFICE_SANDBOX=required.');
    },
    wayOut: 'Check GOTENBERG_URL.',
  },
};
