import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/commands.ts';
import { runProgram } from '../support/program.ts';

const CLI = 'npm run cli --';

/** The words that run a command, and the command. */
type Named = readonly [words: string, command: CommandUnknownOpts];
const all = listCommands(createProgram(), '');
/** `verify` has the help of the verification package. */
const own = all.filter(([words]) => words !== 'verify');
const runnable = own.filter(([, command]) => command.commands.length === 0);

function listCommands(command: CommandUnknownOpts, words: string): readonly Named[] {
  return command.commands.flatMap((one) => {
    const path = `${words} ${one.name()}`.trim();
    return [[path, one] as const, ...listCommands(one, path)];
  });
}

function printHelp(command: CommandUnknownOpts): string {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
  return text;
}

/** The words of a command line, without the quotation marks of a shell. */
const splitWords = (line: string) =>
  [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);

async function run(...words: string[]) {
  const program = runProgram('main', {}, words);
  const { code } = await program.ended;
  return { code, ...program.output() };
}

describe('help', () => {
  it('is there for every command', () => {
    expect(all.length).toBeGreaterThan(30);
  });

  it.each(own)('%s: says usage, purpose, options and an example', (words, command) => {
    const help = printHelp(command);
    expect(help).toContain(`Usage: ${CLI} ${words}`);
    expect(help).toContain('\nOptions:\n');
    expect(help).toMatch(new RegExp(`\\nExample:\\n {2}${CLI} ${words}\\b`));
    expect(command.summary()).toMatch(/^[A-Z].+[^.]$/);
    for (const { description } of [...command.options, ...command.registeredArguments])
      expect(description).not.toBe('');
  });

  it.each(runnable)(
    '%s: the example has all that is required, and nothing that is unknown',
    (words, command) => {
      const [, example = ''] = printHelp(command).split(`\nExample:\n  ${CLI} ${words}`);
      const { operands, unknown } = command.parseOptions(splitWords(example));
      const required = command.registeredArguments.filter((argument) => argument.required);
      expect(unknown).toEqual([]);
      expect(operands.length).toBeGreaterThanOrEqual(required.length);
      expect(operands.length).toBeLessThanOrEqual(command.registeredArguments.length);
      const missing = command.options.filter(
        (one) => one.mandatory && !(one.attributeName() in command.opts()),
      );
      expect(missing.map(({ flags }) => flags)).toEqual([]);
    },
  );

  it('is printed by the program, for verify too', async () => {
    expect(await run()).toMatchObject({ code: 0, stderr: '' });
    for (const words of [
      ['suspend', '--help'],
      ['help', 'verify'],
      ['verify', '--help'],
    ]) {
      const { code, stdout, stderr } = await run(...words);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const [name] = words.filter((word) => !word.endsWith('help'));
      expect(stdout).toContain(`Usage: ${CLI} ${name} `);
      expect(stdout).toMatch(new RegExp(`\\nOptions:\\n[^]*\\nExample:\\n {2}${CLI} ${name} `));
    }
  });
});

describe('wrong arguments', () => {
  it.each([
    [['suspend', 'org_1'], "required option '--reason <text>' not specified", 'suspend'],
    [['backup'], "missing required argument 'directory'", 'backup'],
    [['backup', 'a', 'b'], "too many arguments for 'backup'. Expected 1 argument but got 2: a, b", 'backup'],
    [['jobs', 'failed', '--limits', '5'], "unknown option '--limits' (Did you mean --limit?)", 'jobs failed'],
    [
      ['jobs', 'failed', '--limit', '0'],
      "option '--limit <number>' argument '0' is invalid. It must be between 1 and 99999",
      'jobs failed',
    ],
    [
      ['audit', '--recovered', '120'],
      "option '--recovered <first-last>' argument '120' is invalid. It must be the first and the last entry, such as 120-135",
      'audit',
    ],
    [['pki', 'burn'], "unknown command 'burn'", 'pki'],
    [['doctors'], "unknown command 'doctors' (Did you mean doctor?)", ''],
  ])('%j: says in one line what is wrong and where to look', async (words, problem, name) => {
    await expect(createProgram().parseAsync(words, { from: 'user' })).rejects.toThrow(
      new Error(`${problem}: see ${`${CLI} ${name}`.trim()} --help`),
    );
  });

  it('end the program with 1', async () => {
    const { code, stdout, stderr } = await run('backup');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(`countersign: missing required argument 'directory': see ${CLI} backup --help\n`);
  });
});
