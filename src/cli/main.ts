import { actAsOwner, requireData } from './operating/act-as-owner.ts';
import { run } from './lifecycle.ts';
import { USAGE } from '#verify/command.ts';

interface Command {
  readonly usage: string;
  readonly run: (args: string[]) => Promise<void>;
  /** Root normally acts as the owner of the data. These commands keep running as root. */
  readonly keepsRoot?: true;
  /** Whether the command works without existing data, or creates it. */
  readonly worksWithoutData?: true;
}

/**
 * The commands of `npm run cli -- COMMAND` and their help. Each command loads only the modules that it needs,
 * because loading all of them takes seconds.
 */
const COMMANDS: Readonly<Record<string, Command>> = {
  bootstrap: {
    usage:
      'bootstrap --organization NAME --email ADDRESS --password PASSWORD [--name PERSON] [--json]\n' +
      '      creates an organization with its first team, owner and API key',
    run: async (args) => (await import('./bootstrap.ts')).bootstrap(args),
    worksWithoutData: true,
  },
  bounce: {
    usage:
      'bounce [FILE]\n' +
      '      records a delivery report (RFC 3464) from a file or standard input: pass on what arrives at MAIL_FROM',
    run: async (args) => (await import('./bounce.ts')).recordBounceReport(args),
  },
  audit: {
    usage:
      'audit [--documents] [--kept FILE] [--recovered FIRST-LAST]\n' +
      '      recomputes all event chains and the transparency log, and compares them with each other, with the copy in\n' +
      '      the object storage and with a checkpoint, proof or evidence file that was kept elsewhere; with --documents,\n' +
      '      also the hash of each stored document',
    run: async (args) => (await import('./audit.ts')).audit(args),
  },
  verify: {
    usage: `${USAGE}\n  verify --all\n      audits everything: the same as audit --documents`,
    run: async (args) =>
      args[0] === '--all'
        ? (await import('./audit.ts')).audit(['--documents', ...args.slice(1)])
        : (await import('./verify.ts')).verifyFile(args),
  },
  doctor: {
    usage:
      'doctor\n' +
      '      checks the settings, the database, the clock, storage, mail, keys and services that this machine would use,\n' +
      '      and says what to do about each problem; the exit code is 1 if something fails',
    run: async () => (await import('./operating/doctor.ts')).runDoctor(),
  },
  jobs: {
    usage:
      'jobs [status | failed [--limit N] | retry JOB | retry --queue QUEUE | retry --all]\n' +
      '      shows what waits in each queue, lists the jobs that failed for good with the reason, or gives them one more\n' +
      '      attempt',
    run: async (args) => (await import('./operating/jobs.ts')).manageJobs(args),
  },
  reseal: {
    usage:
      'reseal [ENVELOPE… | --all]\n' +
      '      lists the completed envelopes that are not sealed with the reason, or has workers seal them now',
    run: async (args) => (await import('./operating/reseal.ts')).reseal(args),
  },
  backup: {
    usage:
      'backup DIRECTORY\n' +
      '      copies the embedded database, the documents and the keys to a new directory while the service runs',
    run: async (args) => (await import('./operating/backup.ts')).runBackup(args),
    // This command writes next to directories that may belong to root, and preserves their owners.
    keepsRoot: true,
  },
  restore: {
    usage:
      'restore DIRECTORY [--kept FILE]\n' +
      '      copies a backup to an empty or absent DATA_DIR, unless a chain, the log or a document in it is damaged, or the\n' +
      '      log is older than a checkpoint, proof or evidence file that was kept elsewhere',
    run: async (args) => (await import('./operating/restore.ts')).restore(args),
    worksWithoutData: true,
    // This command writes next to directories that may belong to root, and preserves their owners.
    keepsRoot: true,
  },
  'rotate-keys': {
    usage:
      'rotate-keys [--storage]\n' +
      '      encrypts all secrets in the database anew with SECRET_KEY; run it once every process has the new key. With\n' +
      '      --storage, only adds a key for documents that are stored from now on',
    run: async (args) => (await import('./operating/rotate-keys.ts')).rotateKeys(args),
  },
  log: {
    usage:
      'log [status | publish | export DIRECTORY | recover [--from URL-OR-DIRECTORY]]\n' +
      '      shows the transparency log, publishes what waits at once, writes it as files for a file server, or replays\n' +
      '      what a restored database has lost of it, from the object storage or another copy',
    run: async (args) => (await import('./log.ts')).log(args),
  },
  administrators: {
    usage:
      'administrators [list | add EMAIL | remove EMAIL]\n' +
      '      names the people who run the instance on the page /administration',
    run: async (args) => (await import('./operating/administrators.ts')).manageAdministrators(args),
  },
  suspend: {
    usage:
      'suspend ORGANIZATION --reason TEXT\n' +
      "      stops an organization's links, API keys, agents and emails; its members can still sign in and export",
    run: async (args) => (await import('./standing.ts')).suspendOrganization(args),
  },
  unsuspend: {
    usage: 'unsuspend ORGANIZATION\n      ends a suspension',
    run: async (args) => (await import('./standing.ts')).unsuspendOrganization(args),
  },
  'approve-name': {
    usage:
      'approve-name ORGANIZATION [NAME]\n' +
      "      lets it send under a name that resembles a well-known service's: its own, or a sender's",
    run: async (args) => (await import('./standing.ts')).approveOrganizationName(args),
  },
  listen: {
    usage:
      'listen --url URL --forward-to URL [--events TYPE,TYPE] [--after CURSOR]\n' +
      '      forwards the events of an organization to a program on your machine, in signed messages as a webhook sends\n' +
      '      them; COUNTERSIGN_KEY is the API key',
    run: async (args) => (await import('./listen/listen.ts')).listen(args),
    keepsRoot: true,
    worksWithoutData: true,
  },
  pki: {
    usage:
      'pki list [ORGANIZATION] | issue ORGANIZATION | revoke ORGANIZATION CERTIFICATE [--reason REASON] | crl | export DIRECTORY\n' +
      "      lists certificates, issues an organization's next one, revokes one, renews the revocation list, or writes\n" +
      "      the authority's certificate and list to files",
    run: async (args) => (await import('./pki.ts')).managePki(args),
  },
  help: { usage: 'help\n      lists all commands', run: printHelp, keepsRoot: true, worksWithoutData: true },
};

await run(main);

async function main(): Promise<void> {
  const [name = 'help', ...args] = process.argv.slice(2);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) throw new Error(`unknown command "${name}": see npm run cli -- help`);
  const isOfFile = name === 'verify' && args[0] !== '--all';
  if (!isOfFile && command.worksWithoutData !== true) requireData();
  if (!isOfFile && command.keepsRoot !== true) actAsOwner();
  await command.run(args);
}

function printHelp(): Promise<void> {
  const lines = Object.values(COMMANDS).map(({ usage }) => `  ${usage}\n`);
  process.stdout.write(`Usage: npm run cli -- COMMAND\n\n${lines.join('')}`);
  return Promise.resolve();
}
