import { runCli } from '#verify/command.ts';

/** Verifies a sealed file, the same way as the verification package that others install. */
export async function verifyFile(args: string[]): Promise<void> {
  process.exitCode = await runCli(args);
}
