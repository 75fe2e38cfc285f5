import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { useApi } from '../../support/api.ts';
import { makeScratchDirectory } from '../../support/cluster.ts';
import { plainPdf } from '../../support/envelopes.ts';
import { patience } from '../../support/patience.ts';
import { useRecorder } from '../../support/recorder.ts';

const PROGRAMS = fileURLToPath(new URL('languages', import.meta.url));
const GENERATOR = 'org.openapitools:openapi-generator-cli:7.14.0';
/** From here on, Maven's plugins are named, because no project file does. */
const RUN_JAVA = 'org.codehaus.mojo:exec-maven-plugin:3.5.0:java';
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';

const run = promisify(execFile);
const api = useApi();
const recorder = useRecorder(api);
let folder: string;

function hasProgram(name: string, ...args: readonly string[]): boolean {
  return spawnSync(name, args, { stdio: 'ignore' }).status === 0;
}

const hasMaven = hasProgram('java', '-version') && hasProgram('mvn', '-version');
const PYTHON = hasMaven && hasProgram('python3', '-m', 'venv', '--help');
const GO = hasMaven && hasProgram('go', 'version');

/** Runs a program. If it fails, the error contains its output. */
async function execute(name: string, args: readonly string[], cwd: string): Promise<string> {
  const { apiKey } = await api.tenant('Customer of a generator');
  const content = Buffer.from(await plainPdf()).toString('base64');
  const env = { ...process.env, ORIGIN: recorder.origin, KEY: apiKey, CONTENT: content };
  try {
    const { stdout } = await run(name, args, { cwd, env, maxBuffer: 64 * 1024 * 1024 });
    return stripVTControlCharacters(stdout);
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${name} failed:\n${stdout}${stderr}`, { cause: error });
  }
}

async function generate(language: string, ...options: readonly string[]): Promise<string> {
  const output = join(folder, language);
  const jar = join(folder, `${GENERATOR.split(':').slice(1).join('-')}.jar`);
  await execute(
    'java',
    ['-jar', jar, 'generate', '-i', join(folder, 'openapi.json'), '-g', language, '-o', output, ...options],
    folder,
  );
  return output;
}

beforeAll(async () => {
  if (!hasMaven) return;
  folder = await makeScratchDirectory();
  const answer = await fetch(`${recorder.origin}/api/openapi-3.0.json`);
  writeFileSync(join(folder, 'openapi.json'), await answer.text());
  await execute('mvn', ['-q', '-B', COPY, `-Dartifact=${GENERATOR}`, `-DoutputDirectory=${folder}`], folder);
}, patience(300_000));

const EXPECTED = 'draft, envelope.created, not_found';

describe('clients that openapi-generator makes (skipped where there is no Java with Maven)', () => {
  it.skipIf(!PYTHON)(
    'run in Python',
    async () => {
      const project = await generate('python');
      const python = join(project, 'venv/bin/python');
      await execute('python3', ['-m', 'venv', 'venv'], project);
      await execute(python, ['-m', 'pip', 'install', '-q', '-r', 'requirements.txt'], project);
      copyFileSync(join(PROGRAMS, 'main.py'), join(project, 'main.py'));
      expect((await execute(python, ['main.py'], project)).trim()).toBe(EXPECTED);
    },
    patience(300_000),
  );

  it.skipIf(!GO)(
    'run in Go',
    async () => {
      const project = await generate(
        'go',
        '--global-property',
        'apiTests=false,apiDocs=false,modelDocs=false',
      );
      mkdirSync(join(project, 'program'));
      copyFileSync(join(PROGRAMS, 'main.go'), join(project, 'program/main.go'));
      await execute('go', ['mod', 'edit', '-module', 'example.com/generated'], project);
      await execute('go', ['mod', 'tidy'], project);
      expect((await execute('go', ['run', './program'], project)).trim()).toBe(EXPECTED);
    },
    patience(600_000),
  );

  it.skipIf(!hasMaven)(
    'run in Java',
    async () => {
      const project = await generate('java', '--library', 'native');
      copyFileSync(join(PROGRAMS, 'Main.java'), join(project, 'src/main/java/Main.java'));
      const args = ['-q', '-B', '-DskipTests', 'compile', RUN_JAVA, '-Dexec.mainClass=Main'];
      expect((await execute('mvn', args, project)).trim()).toBe(EXPECTED);
    },
    patience(600_000),
  );
});
