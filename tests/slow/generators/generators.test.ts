import { execFile } from 'node:child_process';
import { cpSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { useApi } from '../../support/api.ts';
import { makeScratchDirectory } from '../../support/cluster.ts';
import { plainPdf } from '../../support/envelopes.ts';
import { patience } from '../../support/patience.ts';
import { useRecorder } from '../../support/recorder.ts';

const PROJECT = fileURLToPath(new URL('project', import.meta.url));
const DOCUMENT = fileURLToPath(new URL('../../vectors/openapi.json', import.meta.url));

const run = promisify(execFile);
const api = useApi();
const recorder = useRecorder(api);
let project: string;

/** Runs a program from the project's packages. If it fails, the error contains its output. */
async function tool(name: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, ORIGIN: recorder.origin };
  try {
    return (await run(join(project, 'node_modules/.bin', name), args, { cwd: project, env })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${name} failed:\n${stdout}${stderr}`, { cause: error });
  }
}

/** The generators have packages of their own, so that their dependencies aren't among ours. */
beforeAll(async () => {
  project = await makeScratchDirectory();
  cpSync(PROJECT, project, { recursive: true });
  copyFileSync(DOCUMENT, join(project, 'openapi.json'));
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd: project,
  });
}, patience(300_000));

describe('the clients that are generated from the OpenAPI document', () => {
  it(
    'compile, all of them',
    async () => {
      await tool('orval', '--config', './orval.config.js');
      await tool('openapi-ts', '-i', 'openapi.json', '-o', 'generated/hey-api');
      await tool('kubb', 'generate', '--config', 'kubb.config.ts');
      await tool('openapi-typescript', 'openapi.json', '-o', 'generated/openapi-typescript/schema.ts');
      await tool('tsc', '-p', 'tsconfig.json');
    },
    patience(300_000),
  );

  it.each(['orval', 'hey-api', 'kubb', 'openapi-typescript'])(
    'work: %s',
    async (name) => {
      const { apiKey } = await api.tenant(`Customer of ${name}`);
      const built = join(project, `${name}.mjs`);
      await tool(
        'esbuild',
        `programs/${name}.ts`,
        '--bundle',
        '--platform=node',
        '--format=esm',
        `--outfile=${built}`,
      );
      const content = Buffer.from(await plainPdf()).toString('base64');
      const env = { ...process.env, ORIGIN: recorder.origin, KEY: apiKey, CONTENT: content };
      const { stdout } = await run(process.execPath, [built], { env });
      expect(stdout).toBe(`Customer of ${name}: draft, true\n`);
    },
    patience(60_000),
  );
});
