import { type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { createCommand, createGroup, wrapWithServices } from './command.ts';
import { COMMAND } from './service-settings.ts';

const CLI = COMMAND;
const DEFAULT_LIMIT = 50;

/**
 * Makes the commands of `npm run cli -- COMMAND`. Each loads only the modules that it needs, because loading
 * all of them takes seconds.
 */
export function createProgram(): CommandUnknownOpts {
  const program = createGroup(CLI, {
    about: 'Sets up, checks and operates Countersign.',
    example: 'doctor',
  });
  const commands = [
    createSetup(),
    createBootstrap(),
    createFirstAccount(),
    createDoctor(),
    createBackup(),
    createRestore(),
    createVerify(),
    createAudit(),
    createLog(),
    createPki(),
    createRotateKeys(),
    createJobs(),
    createReseal(),
    createBounce(),
    createAdministrators(),
    createPeople(),
    createSuspend(),
    createUnsuspend(),
    createApproveName(),
    createListen(),
  ];
  for (const command of commands) program.addCommand(command);
  return program;
}

function createSetup(): CommandUnknownOpts {
  return createCommand(`${CLI} setup`, {
    about:
      'Sets up the service of this machine. It asks for the address, the mail server, who may sign up, the backups and ' +
      'the storage, checks each answer, and writes the settings and the units of systemd. What is set already is kept.',
    example: '--address https://sign.example.com --mail smtp://user:password@smtp.example.com:587',
    keepsRoot: true,
    worksWithoutData: true,
  })
    .option('--address <url>', 'which address people open')
    .option('--mail <url>', 'which server sends email, or none')
    .option('--signup <rule>', 'who may sign up: closed, open, or domains')
    .option('--backups <directory>', 'which directory gets a backup every night, or none')
    .option('--storage <place>', 'the directory or bucket of the documents')
    .option('--database <url>', 'a PostgreSQL server of your own; without it, one is embedded')
    .option('--user <name>', 'the user that the service runs as', 'countersign')
    .option('--units <directory>', 'where the units of systemd go', '/etc/systemd/system')
    .action(async (options) => (await import('./setup/setup.ts')).setUp(options));
}

function createBootstrap(): CommandUnknownOpts {
  return createCommand(`${CLI} bootstrap`, {
    about: 'Creates an organization with its first team, owner and API key.',
    example:
      '--organization Acme --name "Ada Lovelace" --email ada@example.com --password "correct horse battery"',
    worksWithoutData: true,
  })
    .requiredOption('--organization <name>', "the organization's name")
    .requiredOption('--email <address>', "the owner's email address")
    .requiredOption('--password <password>', "the owner's password")
    .option(
      '--name <person>',
      "the owner's name, which recipients see; without it, they see the organization's",
    )
    .option('--json', 'print the identifiers and the key as JSON')
    .action(
      wrapWithServices(async (services, options) =>
        (await import('./bootstrap.ts')).bootstrap(services, options),
      ),
    );
}

function createFirstAccount(): CommandUnknownOpts {
  return createCommand(`${CLI} first-account`, {
    about:
      'Prints the address that creates the first account. It contains a code, because that account administers the ' +
      'instance.',
    example: '',
  }).action(
    wrapWithServices(async (services) => (await import('./first-account.ts')).printFirstAccount(services)),
  );
}

function createDoctor(): CommandUnknownOpts {
  return createCommand(`${CLI} doctor`, {
    about:
      'Checks the settings, the database, the clock, storage, mail, keys and services that this machine would use. ' +
      'It says what to do about each problem, and exits with 1 if something fails.',
    example: '',
  }).action(async () => (await import('./operating/doctor.ts')).runDoctor());
}

function createBackup(): CommandUnknownOpts {
  return createCommand(`${CLI} backup`, {
    about: 'Copies the embedded database, the documents and the keys while the service runs.',
    example: '/backups/2027-03-01',
    // This command writes next to directories that may belong to root, and preserves their owners.
    keepsRoot: true,
  })
    .argument('<directory>', "where the copy goes; it mustn't exist yet, unless --keep is given")
    .option('--keep <number>', 'put a new copy into the directory, and keep only this many', parseLimit)
    .action(async (directory, { keep }) => {
      const { runBackup, runRotatedBackup } = await import('./operating/backup.ts');
      await (keep === undefined ? runBackup(directory) : runRotatedBackup(directory, keep));
    });
}

function createRestore(): CommandUnknownOpts {
  return createCommand(`${CLI} restore`, {
    about:
      'Copies a backup to an empty or absent DATA_DIR. It refuses if a chain, the log or a document in the backup is ' +
      'damaged, or if the log is older than a checkpoint, proof or evidence file that was kept elsewhere.',
    example: '/backups/2027-03-01 --kept checkpoint',
    worksWithoutData: true,
    // This command writes next to directories that may belong to root, and preserves their owners.
    keepsRoot: true,
  })
    .argument('<directory>', 'the backup')
    .option('--kept <file>', 'a checkpoint, proof or evidence file that was kept elsewhere')
    .action(async (directory, options) =>
      (await import('./operating/restore.ts')).restore(directory, options),
    );
}

/** The command of the verification package, which others install, with its own options and help. */
function createVerify(): CommandUnknownOpts {
  const invocation = `${CLI} verify`;
  return createCommand(invocation, {
    about: 'Verifies a sealed PDF. With --all, audits everything, like audit --documents.',
    example: '',
    needsNoSettings: true,
  })
    .helpOption(false)
    .allowUnknownOption()
    .argument('[file and options...]', 'see verify --help')
    .action(async (words) => {
      const { runCli } = await import('#verify/command.ts');
      process.exitCode = await runCli(words, invocation);
    });
}

function createAudit(): CommandUnknownOpts {
  return createCommand(`${CLI} audit`, {
    about:
      'Recomputes all event chains and the transparency log. It compares them with each other, with the copy in the ' +
      'object storage, and with a file that was kept elsewhere.',
    example: '--documents --kept evidence.json',
  })
    .option('--documents', 'also recompute the hash of each stored document')
    .option('--kept <file>', 'a checkpoint, proof or evidence file that was kept elsewhere')
    .option('--recovered <first-last>', 'entries that log recover replayed, such as 120-135', parseRange)
    .action(
      wrapWithServices(async (services, options) => (await import('./audit.ts')).audit(services, options)),
    );
}

function createLog(): CommandUnknownOpts {
  const invocation = `${CLI} log`;
  const log = createGroup(invocation, {
    about: 'Shows, publishes, exports or recovers the transparency log.',
    example: 'status',
  });
  const status = createCommand(`${invocation} status`, {
    about: 'Shows the key and the state of the log. It exits with 1 if the log needs attention.',
    example: '',
  }).action(wrapWithServices(async (services) => (await import('./log.ts')).printLogStatus(services)));
  const publish = createCommand(`${invocation} publish`, {
    about: 'Publishes what waits, without waiting for the next round.',
    example: '',
  }).action(wrapWithServices(async (services) => (await import('./log.ts')).publishLog(services)));
  const exporting = createCommand(`${invocation} export`, {
    about: 'Writes the log as files for a file server.',
    example: '/srv/log',
  })
    .argument('<directory>', 'where the files go')
    .action(
      wrapWithServices(async (services, directory) =>
        (await import('./log.ts')).exportLogFiles(services, directory),
      ),
    );
  const recover = createCommand(`${invocation} recover`, {
    about: 'Replays what a restored database has lost of the log.',
    example: '--from https://log.example.com',
  })
    .option('--from <place>', 'the address or folder of a copy; without it, the object storage')
    .action(
      wrapWithServices(async (services, { from }) =>
        (await import('./log.ts')).recoverLostLog(services, from),
      ),
    );
  return log
    .addCommand(status, { isDefault: true })
    .addCommand(publish)
    .addCommand(exporting)
    .addCommand(recover);
}

function createPki(): CommandUnknownOpts {
  const invocation = `${CLI} pki`;
  const list = createCommand(`${invocation} list`, {
    about: "Lists an organization's certificates.",
    example: 'org_06f8r2kq3v7m9x1tbd5hzc4wny',
  })
    .argument('[organization]', "its id; without it, the authority's certificates are listed")
    .action(
      wrapWithServices(async (services, id) => (await import('./pki.ts')).listCertificates(services, id)),
    );
  const issue = createCommand(`${invocation} issue`, {
    about: "Issues an organization's next certificate, with a new key, which seals from now on.",
    example: 'org_06f8r2kq3v7m9x1tbd5hzc4wny',
  })
    .argument('<organization>', 'its id')
    .action(
      wrapWithServices(async (services, id) => (await import('./pki.ts')).issueCertificate(services, id)),
    );
  const revoke = createCommand(`${invocation} revoke`, {
    about: 'Revokes a certificate and issues a revocation list with it.',
    example: 'org_06f8r2kq3v7m9x1tbd5hzc4wny sea_06f8r2n0w5y8c3p6k1d9vt7hmb --reason key_compromise',
  })
    .argument('<organization>', 'its id')
    .argument('<certificate>', 'the id that list shows')
    .option('--reason <reason>', 'why (RFC 5280), such as key_compromise', 'unspecified')
    .action(
      wrapWithServices(async (services, organization, certificate, { reason }) =>
        (await import('./pki.ts')).revokeSealCertificate(services, organization, certificate, reason),
      ),
    );
  const crl = createCommand(`${invocation} crl`, {
    about: 'Renews the revocation list.',
    example: '',
  }).action(wrapWithServices(async (services) => (await import('./pki.ts')).renewRevocationList(services)));
  const exporting = createCommand(`${invocation} export`, {
    about: "Writes the authority's certificate and revocation list to files.",
    example: '/srv/pki',
  })
    .argument('<directory>', 'where the files go')
    .action(
      wrapWithServices(async (services, directory) =>
        (await import('./pki.ts')).exportAuthority(services, directory),
      ),
    );
  return createGroup(invocation, {
    about: "Manages the instance's certificate authority.",
    example: 'list org_06f8r2kq3v7m9x1tbd5hzc4wny',
  })
    .addCommand(list)
    .addCommand(issue)
    .addCommand(revoke)
    .addCommand(crl)
    .addCommand(exporting);
}

function createRotateKeys(): CommandUnknownOpts {
  return createCommand(`${CLI} rotate-keys`, {
    about:
      'Encrypts all secrets in the database again with SECRET_KEY. Run it once every process has the new key and ' +
      'SECRET_KEY_PREVIOUS.',
    example: '--storage',
  })
    .option('--storage', 'instead, add a key for documents that are stored from now on')
    .action(
      wrapWithServices(async (services, { storage }) => {
        const { rotateSecretKey, rotateStorageKey } = await import('./operating/rotate-keys.ts');
        await (storage === true ? rotateStorageKey(services) : rotateSecretKey(services));
      }),
    );
}

function createJobs(): CommandUnknownOpts {
  const invocation = `${CLI} jobs`;
  const status = createCommand(`${invocation} status`, {
    about: 'Shows what waits in each queue.',
    example: '',
  }).action(wrapWithServices(async (services) => (await import('./operating/jobs.ts')).showQueues(services)));
  const failed = createCommand(`${invocation} failed`, {
    about: 'Lists the jobs that failed for good in the last seven days, with the reason.',
    example: '--limit 10',
  })
    .option('--limit <number>', 'how many to list', parseLimit, DEFAULT_LIMIT)
    .action(
      wrapWithServices(async (services, { limit }) =>
        (await import('./operating/jobs.ts')).listFailedJobs(services, limit),
      ),
    );
  const retry = createCommand(`${invocation} retry`, {
    about: 'Gives failed jobs one more attempt.',
    example: '--queue svc/webhook.deliver',
  })
    .argument('[job]', 'the id that failed shows')
    .option('--queue <queue>', 'all failed jobs of a queue')
    .option('--all', 'all failed jobs')
    .action(
      wrapWithServices(async (services, job, options) =>
        (await import('./operating/jobs.ts')).retryJobs(services, job, options),
      ),
    );
  return createGroup(invocation, {
    about: 'Shows the queues, and lists or retries the jobs that failed for good.',
    example: 'failed --limit 10',
  })
    .addCommand(status, { isDefault: true })
    .addCommand(failed)
    .addCommand(retry);
}

function createReseal(): CommandUnknownOpts {
  return createCommand(`${CLI} reseal`, {
    about:
      'Lists the completed envelopes that are not sealed, with the reason. With their ids or --all, has workers seal ' +
      'them now.',
    example: 'env_06f8r2kq3v7m9x1tbd5hzc4wny',
  })
    .argument('[envelopes...]', 'their ids')
    .option('--all', 'all of them')
    .action(
      wrapWithServices(async (services, ids, options) =>
        (await import('./operating/reseal.ts')).reseal(services, ids, options),
      ),
    );
}

function createBounce(): CommandUnknownOpts {
  return createCommand(`${CLI} bounce`, {
    about: 'Records a delivery report (RFC 3464). Pass on what arrives at MAIL_FROM.',
    example: 'report.eml',
  })
    .argument('[file]', 'the email; without it, standard input is read')
    .action(
      wrapWithServices(async (services, file) =>
        (await import('./bounce.ts')).recordBounceReport(services, file),
      ),
    );
}

function createAdministrators(): CommandUnknownOpts {
  const invocation = `${CLI} administrators`;
  const list = createCommand(`${invocation} list`, { about: 'Lists them.', example: '' }).action(
    wrapWithServices(async (services) =>
      (await import('./operating/administrators.ts')).listAdministrators(services),
    ),
  );
  const add = createCommand(`${invocation} add`, {
    about: 'Adds a person who has an account with this confirmed address.',
    example: 'ada@example.com',
  })
    .argument('<email>', "the person's email address")
    .action(
      wrapWithServices(async (services, email) =>
        (await import('./operating/administrators.ts')).addAdministrator(services, email),
      ),
    );
  const remove = createCommand(`${invocation} remove`, {
    about: 'Removes a person.',
    example: 'ada@example.com',
  })
    .argument('<email>', "the person's email address")
    .action(
      wrapWithServices(async (services, email) =>
        (await import('./operating/administrators.ts')).removeAdministrator(services, email),
      ),
    );
  return createGroup(invocation, {
    about: 'Manages the people who run the instance on the page /administration.',
    example: 'add ada@example.com',
  })
    .addCommand(list, { isDefault: true })
    .addCommand(add)
    .addCommand(remove);
}

function createPeople(): CommandUnknownOpts {
  const invocation = `${CLI} people`;
  const signOut = createCommand(`${invocation} sign-out`, {
    about: "Ends a person's sessions and agents.",
    example: 'ada@example.com --reason "lost laptop"',
  })
    .argument('<email>', "the person's email address")
    .requiredOption('--reason <text>', 'why, for the audit log')
    .action(
      wrapWithServices(async (services, email, { reason }) =>
        (await import('./operating/people.ts')).signOut(services, email, reason),
      ),
    );
  const reset = createCommand(`${invocation} reset-two-step`, {
    about: 'Removes the passkeys, authenticator app and recovery codes of a person who has lost them.',
    example: 'ada@example.com --reason "lost phone, called back"',
  })
    .argument('<email>', "the person's email address")
    .requiredOption('--reason <text>', 'why, for the audit log')
    .action(
      wrapWithServices(async (services, email, { reason }) =>
        (await import('./operating/people.ts')).resetTwoStep(services, email, reason),
      ),
    );
  const log = createCommand(`${invocation} log`, {
    about: 'Lists what the people who run the instance did to accounts and organizations.',
    example: '--limit 10',
  })
    .option('--limit <number>', 'how many to list', parseLimit, DEFAULT_LIMIT)
    .action(
      wrapWithServices(async (services, { limit }) =>
        (await import('./operating/people.ts')).listActions(services, limit),
      ),
    );
  return createGroup(invocation, {
    about: 'Signs people out, resets their two-step verification, and lists what was done.',
    example: 'reset-two-step ada@example.com --reason "lost phone, called back"',
  })
    .addCommand(signOut)
    .addCommand(reset)
    .addCommand(log);
}

function createSuspend(): CommandUnknownOpts {
  return createCommand(`${CLI} suspend`, {
    about:
      "Stops an organization's links, API keys, agents and emails. Its members can still sign in and export.",
    example: 'org_06f8r2kq3v7m9x1tbd5hzc4wny --reason "sends spam"',
  })
    .argument('<organization>', 'its id')
    .requiredOption('--reason <text>', 'why, for its audit log')
    .action(
      wrapWithServices(async (services, id, { reason }) =>
        (await import('./operating/standing.ts')).suspendOrganization(services, id, reason),
      ),
    );
}

function createUnsuspend(): CommandUnknownOpts {
  return createCommand(`${CLI} unsuspend`, {
    about: 'Ends a suspension.',
    example: 'org_06f8r2kq3v7m9x1tbd5hzc4wny',
  })
    .argument('<organization>', 'its id')
    .action(
      wrapWithServices(async (services, id) =>
        (await import('./operating/standing.ts')).unsuspendOrganization(services, id),
      ),
    );
}

function createApproveName(): CommandUnknownOpts {
  return createCommand(`${CLI} approve-name`, {
    about: "Lets an organization send under a name that resembles a well-known service's.",
    example: 'org_06f8r2kq3v7m9x1tbd5hzc4wny "Docs & Sign"',
  })
    .argument('<organization>', 'its id')
    .argument('[name]', "a sender's name; without it, the organization's")
    .action(
      wrapWithServices(async (services, id, name) =>
        (await import('./operating/standing.ts')).approveOrganizationName(services, id, name),
      ),
    );
}

function createListen(): CommandUnknownOpts {
  return createCommand(`${CLI} listen`, {
    about:
      "Forwards an organization's events to a program on your machine, in signed messages like a webhook's. Set " +
      'COUNTERSIGN_KEY to an API key.',
    example: '--url https://sign.example.com --forward-to http://localhost:4000/webhooks',
    needsNoSettings: true,
  })
    .requiredOption('--url <url>', 'the address of the service')
    .requiredOption('--forward-to <url>', 'where the messages go')
    .option('--events <types>', 'only these types, separated by commas')
    .option(
      '--after <cursor>',
      'start with what happened after this; without it, with what happens from now on',
    )
    .action(async (options) => (await import('./listen/listen.ts')).listen(options));
}

function parseLimit(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('It must be between 1 and 99999.');
  return Number(text);
}

function parseRange(text: string): { start: number; end: number } {
  const [, start, end] = /^(\d+)-(\d+)$/.exec(text) ?? [];
  if (start === undefined || end === undefined)
    throw new InvalidArgumentError('It must be the first and the last entry, such as 120-135.');
  return { start: Number(start), end: Number(end) + 1 };
}
