import type { Logger } from 'pino';
import type { Config } from '#server/runtime/config.ts';
import { type Clock, createIdMint } from '#server/runtime/context.ts';
import { VERSION } from '#server/runtime/version.ts';
import { openWordFiller } from '#server/document/word/variables/word-filler.ts';
import { openConfiguredConverter } from '#server/conversion/open-converter.ts';
import { toDirectAddress } from '#server/db/client/address.ts';
import { type Database, openDatabase, requireUsableDatabase } from '#server/db/client/client.ts';
import { type DatabaseClock, openDatabaseClock } from '#server/db/clock/database-clock.ts';
import { requireKnownSecretKey } from '#server/db/housekeeping/known-secret-key.ts';
import { recordJobs } from '#server/db/housekeeping/running-jobs.ts';
import { openPresence } from '#server/db/client/presence.ts';
import { createClientAddressReader } from '#server/http/node/client-address.ts';
import { openProxyWatch } from '#server/http/node/proxy-signs.ts';
import { openLongBodies } from '#server/http/node/long-body.ts';
import { openInstanceMail } from './mail.ts';
import { openLive } from '#server/live/live.ts';
import { openAccessLog } from '#server/runtime/access-log.ts';
import { openRefusalCounter } from '#server/runtime/refusals.ts';
import { openLog } from '#server/runtime/log.ts';
import { openMetrics } from '#server/metrics/metrics.ts';
import { withFailureCounts } from '#server/storage/counted-storage.ts';
import { openAuthorizationServer } from '#server/oauth/authorization-server.ts';
import { getProtectedResource } from '#server/oauth/resource.ts';
import { openSigningKeys } from '#server/oauth/signing-keys.ts';
import { openOutbound } from '#server/outbound/outbound.ts';
import { openIdentityProviders } from '#server/outbound/identity-provider.ts';
import { type KeySettings, type KeyStore, openKeyStore } from '#server/keys/key-store.ts';
import { openTimeServer } from '#server/outbound/time-server.ts';
import { openTimestampServices } from '#server/outbound/timestamp-services.ts';
import { openTextRecords } from '#server/outbound/text-records.ts';
import { openSms } from '#server/outbound/sms-gateway.ts';
import { openDetector } from '#server/pdf/reading/detector.ts';
import { openScanReader } from '#server/pdf/reading/pictures/scan-reader.ts';
import { openContractReader } from '#server/pdf/reading/contract-reader.ts';
import { openPagePictures } from '#server/pdf/picture/page-pictures.ts';
import { openTextFinder } from '#server/pdf/text/text-finder.ts';
import { openIntake } from '#server/pdf/intake/intake.ts';
import { openSealPool } from '#server/pdf/seal/seal-pool.ts';
import { openQueue } from '#server/queue.ts';
import { openConfiguredStorage } from './configured-storage.ts';
import { openTracing } from '#server/tracing/open-tracing.ts';
import { openSessions } from '#server/surface/session.ts';
import { openRates } from '#server/rates/rates.ts';
import type { Services } from '#server/runtime/services.ts';
import { countUpload } from '#server/db/organizations/quota-uses.ts';
import { readLiveOrganizationId } from '#server/db/organizations/standings.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { LIMITS } from '#domain/limits.ts';
import { askForReviews } from '#server/db/housekeeping/blob-reviews.ts';
import type { StorageDriver } from '#server/storage/driver.ts';
import { isPublicKey } from '#server/storage/keys.ts';

type Counting = { readonly db: Database; readonly config: Pick<Config, 'quotas'>; readonly clock: Clock };

export type OpenServices = { readonly services: Services; readonly close: () => Promise<void> };

/** More than one sealing thread only pays off with cores to spare. */
const SEALING_THREADS = 1;

/**
 * Opens everything outside the program, with the database's time unless a clock is given. `close` lets
 * running work finish. A process that never works on jobs needs no notices of them.
 */
export async function openServices(
  config: Config,
  given?: Clock,
  { works = true }: { readonly works?: boolean } = {},
): Promise<OpenServices> {
  const log = openLog(config.logLevel);
  const metrics = openMetrics();
  await requireUsableDatabase(config.database);
  const db = openDatabase(config.database, {
    connections: config.databaseConnections,
    onNoticesLost: (error) => log.warn({ err: error }, 'other processes were not notified of changes'),
    onConflict: () => metrics.count('countersign_database_conflicts_total', {}),
    ...(config.replica !== null && {
      replica: {
        address: config.replica,
        onRead: (from) => metrics.count('countersign_list_reads_total', { from }),
        onChange: (fault, error) => {
          if (fault === null) log.info('lists are read from the replica');
          else log.warn({ fault, err: error }, 'lists are read from the primary instead of the replica');
        },
      },
    }),
  });
  try {
    await requireKnownSecretKey(db, config.secretKeys);
  } catch (error) {
    await db.close();
    throw error;
  }
  const followed = given === undefined ? await followDatabase(db, log) : null;
  const clock = followed?.clock ?? given ?? readSystemClock;
  const machineClock = given ?? readSystemClock;
  const newId = createIdMint(clock);
  const tracing = await openTracing(config.traceEndpoint, VERSION, log);
  const direct = toDirectAddress(config.database);
  const presence = await openPresence(direct, (error) =>
    log.warn({ err: error, of: 'database' }, 'the connection that shows that this process lives was lost'),
  );
  const queue = await openQueue(direct, {
    hearsNotices: works,
    onError: (error) => log.error({ err: error, of: 'database' }, 'queue'),
    onTaken: (jobs) => recordJobs(db, presence.process, jobs),
    onRun: ({ queue: name, result, seconds }) => {
      metrics.observe('countersign_job_duration_seconds', { queue: name, result }, seconds);
      if (name === 'svc/envelope.completed') metrics.count('countersign_seals_total', { result });
    },
  });
  const mail = openInstanceMail({ config, metrics, db, clock, log, newId });
  const { waitingDocuments: waitingMax } = config.limits;
  const intake = openIntake({
    maxBytes: config.limits.documentBytes,
    maxPages: config.limits.documentPages,
    waitingMax,
    onFault: (fault) => log.info({ fault }, 'document damaged or refused'),
  });
  const converter = openConfiguredConverter(config, (fault) => log.warn({ fault }, 'DOCX conversion failed'));
  const scans = config.ocrWorkers === 0 ? null : openScanReader({ workers: config.ocrWorkers });
  const detector = openDetector({ maxPages: config.limits.documentPages, scans });
  const texts = openTextFinder({ waitingMax });
  const pictures = openPagePictures({ waitingMax });
  const words = openWordFiller({ waitingMax });
  const sealing = openSealPool({
    threads: SEALING_THREADS,
    onFault: (error) => log.warn({ err: error }, 'a sealing thread crashed'),
  });
  const contracts = openContractReader({ onFault: (fault) => log.info({ fault }, 'contract not read') });
  const bodies = openLongBodies();
  const live = openLive(direct, {
    db,
    onLost: (error) => log.warn({ err: error }, 'live updates are interrupted'),
  });
  const outbound = openOutbound(config.outbound);
  const accessTokens = {
    keys: openSigningKeys({ config, db, clock, log }),
    audience: getProtectedResource(config),
  };
  const services: Services = {
    config,
    metrics,
    accessLog: openAccessLog(config.accessLog),
    countRefusal: openRefusalCounter(log),
    db,
    presence,
    queue,
    storage: withStorageReviews(
      withFailureCounts(openConfiguredStorage({ config, db, clock, newId }), (operation) =>
        metrics.count('countersign_storage_errors_total', { operation }),
      ),
      { db, clock },
    ),
    mail,
    outbound,
    sms: openSms(config.sms, outbound),
    textRecords: openTextRecords(config.dnsServers),
    identityProviders: openIdentityProviders(outbound),
    sealKey: config.sealKey === null ? null : openSealKey(config.sealKey, clock, log),
    timeServer: openTimeServer(config.ntpServer, {
      clock: machineClock,
      onFailure: (reason) => log.warn({ reason }, 'the time server gives no time'),
    }),
    timestamps: openTimestampServices({
      ...config.timestamps,
      clock,
      onFailure: (url, reason) => log.warn({ url, reason }, 'a timestamp service gave no timestamp'),
    }),
    converter,
    intake,
    detector,
    scans,
    texts,
    pictures,
    words,
    sealing,
    contracts,
    bodies,
    live,
    sessions: openSessions({ db, clock, life: config.sessions }),
    accessTokens,
    authorization: openAuthorizationServer({ config, db, clock, log, outbound, accessTokens }),
    rates: openRates(config.limits, db),
    uploads: openUploads({ db, config, clock }),
    clientAddress: createClientAddressReader(config.http.trustedProxies),
    proxyWatch: openProxyWatch(config, log),
    clock,
    hasTimeJumped: followed?.hasJumped ?? (() => false),
    machineClock,
    newId,
    log,
  };
  return {
    services,
    close: async () => {
      await queue.close();
      await Promise.all([
        converter.close(),
        intake.close(),
        detector.close(),
        scans?.close(),
        texts.close(),
        pictures.close(),
        words.close(),
        contracts.close(),
        sealing.close(),
        bodies.close(),
        live.close(),
        services.sealKey?.close(),
      ]);
      mail.close();
      followed?.close();
      await Promise.all([presence.close(), db.close(), tracing.close()]);
    },
  };
}

const readSystemClock: Clock = () => new Date();

async function followDatabase(db: Database, log: Logger): Promise<DatabaseClock> {
  return await openDatabaseClock(db, {
    onJump: (byMs) =>
      log.error(
        { byMs },
        "the database's clock has jumped: nothing can be signed or sealed until it is right, or agrees with this machine's clock",
      ),
  });
}

function openSealKey(settings: KeySettings, clock: Clock, log: Logger): KeyStore {
  return openKeyStore(settings, {
    clock,
    onWarning: (state, error) =>
      log.warn({ state, err: error }, 'the sealing certificate expires within 90 days or cannot be used'),
  });
}

/** Opens the counter of uploads. */
function openUploads({ db, config, clock }: Counting): Services['uploads'] {
  return {
    count: (organizationId) =>
      transaction(db, { organizationId }, async (tx) => {
        const { isTest } = await countUpload(tx, config.quotas, organizationId, clock());
        return isTest;
      }),
    areTests: async (organizationId) =>
      (await transaction(db, { organizationId }, (tx) => readLiveOrganizationId(tx, organizationId))) !==
      null,
  };
}

/**
 * Schedules a review before each object is stored, so that an object whose row is never written (because of a
 * crash or a refused request) is found and removed. Public images and the log are exempt, since no row refers
 * to them.
 */
function withStorageReviews(storage: StorageDriver, services: Pick<Services, 'db' | 'clock'>): StorageDriver {
  const gathering = new Map<string, { readonly keys: Set<string>; readonly asked: Promise<void> }>();
  const ask = async (organizationId: string, keys: ReadonlySet<string>) => {
    // Objects that are stored together share a transaction.
    await Promise.resolve();
    gathering.delete(organizationId);
    const dueAt = new Date(services.clock().getTime() + LIMITS.blobGraceMs);
    await transaction(services.db, { organizationId }, (tx) =>
      askForReviews(tx, { organizationId, keys: [...keys] }, dueAt),
    );
  };
  const scheduleReview = async (key: string) => {
    if (isPublicKey(key)) return;
    // Keys begin with the organization's identifier.
    const organizationId = key.slice(0, key.indexOf('/'));
    let batch = gathering.get(organizationId);
    if (batch === undefined) {
      const keys = new Set<string>();
      batch = { keys, asked: ask(organizationId, keys) };
      gathering.set(organizationId, batch);
    }
    batch.keys.add(key);
    await batch.asked;
  };
  return {
    ...storage,
    put: async (key, body, options) => {
      await scheduleReview(key);
      return await storage.put(key, body, options);
    },
    uploadTarget: async (key, options) => {
      const target = await storage.uploadTarget(key, options);
      if (target !== null) await scheduleReview(key);
      return target;
    },
  };
}
