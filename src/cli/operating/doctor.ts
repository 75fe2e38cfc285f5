import { listMisspelledSettings, readConfig, type Settings } from '#server/runtime/config.ts';
import { openDatabase, requireUsableDatabase } from '#server/db/client/client.ts';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { DATABASE_CHECKS, MACHINE_CHECKS } from './checks.ts';
import { fail, formatFinding, createOkFinding, describeError, warn, type Finding } from './findings.ts';

const UNHEARD = { onRead: () => undefined, onChange: () => undefined };
/** A check that hangs, such as one of a network drive, counts as a failure. */
const CHECK_TIMEOUT_MS = 20_000;

/**
 * Checks everything that this machine would use and says what to do about problems. Changes
 * nothing, except that it writes a probe to the storage.
 */
export async function runDoctor(): Promise<void> {
  let hasFailed = false;
  const report = (name: string, finding: Finding) => {
    hasFailed ||= finding.state === 'fail';
    process.stdout.write(formatFinding(name, finding));
  };
  const settings = readSettings(report);
  if (settings !== null) {
    await checkDatabase(settings, report);
    for (const [name, { check, wayOut, isOnlyWarning = false }] of Object.entries(MACHINE_CHECKS)) {
      const found = await attempt(() => check(settings), wayOut);
      report(name, isOnlyWarning && found.state === 'fail' ? { ...found, state: 'warn' } : found);
    }
  }
  if (hasFailed) process.exitCode = 1;
}

type Report = (name: string, finding: Finding) => void;

function readSettings(report: Report): Settings | null {
  try {
    const settings = readConfig();
    report(
      'configuration',
      createOkFinding(`the service is at ${settings.http.origin}, its data in ${settings.dataDir}`),
    );
    for (const line of listMisspelledSettings())
      report('configuration', warn(line, 'Correct its name: docs/configuration.md.'));
    return settings;
  } catch (error) {
    report(
      'configuration',
      fail(describeError(error), 'Correct these environment variables: docs/configuration.md.'),
    );
    return null;
  }
}

async function checkDatabase(settings: Settings, report: Report): Promise<void> {
  try {
    const { database } = settings;
    const server =
      database.kind === 'embedded'
        ? await startEmbedded(database.dataDir)
        : { address: database, stop: () => Promise.resolve() };
    try {
      await requireUsableDatabase(server.address);
      const db = openDatabase(server.address, {
        connections: 2,
        ...(settings.replica !== null && { replica: { ...UNHEARD, address: settings.replica } }),
      });
      try {
        for (const [name, { check, wayOut }] of Object.entries(DATABASE_CHECKS))
          report(name, await attempt(() => check({ db, settings }), wayOut));
      } finally {
        await db.close();
      }
    } finally {
      await server.stop();
    }
  } catch (error) {
    report(
      'database',
      fail(
        describeError(error),
        'Check DATABASE_URL and the server. A new database is set up by the first npm start.',
      ),
    );
  }
}

async function attempt(check: () => Promise<Finding>, wayOut: string): Promise<Finding> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('no answer within 20 seconds')), CHECK_TIMEOUT_MS);
  try {
    return await Promise.race([check(), late.promise]);
  } catch (error) {
    return fail(describeError(error), wayOut);
  } finally {
    clearTimeout(timer);
  }
}
