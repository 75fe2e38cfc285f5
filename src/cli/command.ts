import { Command } from '@commander-js/extra-typings';
import type { OperatorServices } from './with-services.ts';

type Description = {
  readonly about: string;
  /** What follows the command's name in its example. */
  readonly example: string;
  /** Root normally acts as the owner of the data. These commands keep running as root. */
  readonly keepsRoot?: true;
  /** Whether the command works without existing data, or creates it. */
  readonly worksWithoutData?: true;
  /** Whether the command has nothing to do with the settings of the service on this machine. */
  readonly needsNoSettings?: true;
};

/** Makes a command. `invocation` is what one types to run it. Its last word is the command's name. */
export function createCommand(invocation: string, description: Description): Command {
  return createGroup(invocation, description)
    .helpCommand(false)
    .hook('preAction', async () => {
      if (description.needsNoSettings === true) return;
      const { announceDatabase, loadServiceSettings } = await import('./service-settings.ts');
      const { actAsOwner, requireData } = await import('./operating/act-as-owner.ts');
      loadServiceSettings();
      announceDatabase();
      if (description.worksWithoutData !== true) requireData();
      if (description.keepsRoot !== true) actAsOwner();
    });
}

/** Makes a command that only has subcommands. */
export function createGroup(
  invocation: string,
  { about, example }: Pick<Description, 'about' | 'example'>,
): Command {
  const name = invocation.slice(invocation.lastIndexOf(' ') + 1);
  return (
    new Command(name)
      .summary(summarize(about))
      .description(about)
      .addHelpText('after', `\nExample:\n  ${`${invocation} ${example}`.trim()}`)
      .helpOption('-h, --help', 'print this help')
      .helpCommand('help [command]', 'print the help of a command')
      .configureHelp({
        commandUsage: (shown) => {
          const required = shown.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags);
          return [invocation, ...required, shown.usage()].join(' ');
        },
      })
      // Wrong arguments are reported like all other failures: in one line, and with exit code 1.
      .configureOutput({ outputError: () => undefined })
      .exitOverride((error) => {
        // Help was printed, because somebody asked for it or because a subcommand is missing.
        if (error.exitCode === 0 || error.code === 'commander.help') return;
        const problem = error.message
          .replace(/^error: /, '')
          .replace(/\.$/, '')
          .replaceAll(/\s+/g, ' ');
        throw new Error(`${problem}: see ${invocation} --help`);
      })
  );
}

/** Wraps what a command does, so that it gets the services, which are closed afterwards. */
export function wrapWithServices<Input extends unknown[]>(
  run: (services: OperatorServices, ...input: Input) => Promise<void>,
): (...input: Input) => Promise<void> {
  return async (...input) => {
    const { withServices } = await import('./with-services.ts');
    await withServices(async (services) => await run(services, ...input));
  };
}

/** The first sentence, for the list of commands. */
function summarize(about: string): string {
  return about.replace(/\.(?:\s.*)?$/s, '');
}
