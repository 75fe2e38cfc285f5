import { createProgram } from './commands.ts';
import { run } from './lifecycle.ts';

await run(async () => {
  await createProgram().parseAsync(readWords(process.argv.slice(2)), { from: 'user' });
});

/** Replaces what `verify` can't do by itself: it comes from a package that knows nothing of an instance. */
function readWords([name = 'help', ...words]: readonly string[]): string[] {
  if (name === 'help') return [...words, '--help'];
  return name === 'verify' && words[0] === '--all'
    ? ['audit', '--documents', ...words.slice(1)]
    : [name, ...words];
}
