import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const INSTALLED = fileURLToPath(
  new URL('../../../node_modules/@modelcontextprotocol/conformance', import.meta.url),
);
/** Earlier versions support neither requirement sets nor authorization servers. */
const FIRST_WITH_REQUIREMENTS = /^0\.2\./;

/**
 * Returns where the suite is installed: in `MCP_CONFORMANCE`, otherwise in the project; null if that version
 * is too old.
 */
export function suiteDirectory(): string | null {
  const directory = process.env['MCP_CONFORMANCE'] ?? INSTALLED;
  const manifest = join(directory, 'package.json');
  if (!existsSync(manifest)) return null;
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return FIRST_WITH_REQUIREMENTS.test(version) ? directory : null;
}

/** Runs a command of the suite to its end; `onOutput` gets its output so far. */
export function runSuite(
  directory: string,
  args: readonly string[],
  { cwd, onOutput = () => undefined }: { readonly cwd: string; readonly onOutput?: (output: string) => void },
): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(directory, 'dist/index.js'), ...args], { cwd });
    let output = '';
    const heard = (chunk: Buffer) => {
      output += chunk.toString();
      onOutput(output);
    };
    child.stdout.on('data', heard);
    child.stderr.on('data', heard);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
