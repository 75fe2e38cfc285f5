import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeScratchDirectory } from './cluster.ts';

const PACKAGES = fileURLToPath(new URL('../../packages', import.meta.url));
const PYTHONPATH = join(PACKAGES, 'python/src');

export const LANGUAGES = ['curl', 'TypeScript', 'Python'] as const;
export type SampleLanguage = (typeof LANGUAGES)[number];

/** Returns why a language's samples can't run on this machine; null if they can. */
export const OBSTACLES: Readonly<Record<SampleLanguage, string | null>> = {
  curl: succeeds('curl', '--version') && succeeds('jq', '--version') ? null : 'curl and jq are missing',
  TypeScript: null,
  Python: succeeds('python3', '--version') ? null : 'python3 is missing',
};

/** Why samples that use Python's `requests` can't run on this machine; null if they can. */
export const REQUESTS_OBSTACLE = succeeds('python3', '-c', 'import requests')
  ? null
  : 'python3 with requests is missing';

function succeeds(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/** Creates an empty project and installs these of our packages from their tarballs. */
export async function projectWith(...names: readonly string[]): Promise<string> {
  const project = await makeScratchDirectory();
  writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}');
  for (const name of names) {
    const target = join(project, 'node_modules/@countersign', name);
    mkdirSync(target, { recursive: true });
    execFileSync('npm', ['pack', '--silent', '--pack-destination', project], { cwd: join(PACKAGES, name) });
    const tarball = readdirSync(project).find((file) => file.startsWith(`countersign-${name}-`)) ?? '';
    execFileSync('tar', ['-xzf', join(project, tarball), '-C', target, '--strip-components=1']);
  }
  return project;
}

const COMMANDS: Readonly<Record<SampleLanguage, { readonly program: string; readonly file: string }>> = {
  curl: { program: 'bash', file: 'sample.sh' },
  TypeScript: { program: process.execPath, file: 'sample.ts' },
  Python: { program: 'python3', file: 'sample.py' },
};

/** Runs a program in a project. Returns its output; fails if the program does. */
export function runSample(
  project: string,
  language: SampleLanguage,
  source: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { program, file } = COMMANDS[language];
  writeFileSync(join(project, file), source);
  const { PATH = '', HOME = '' } = process.env;
  const strict = language === 'curl' ? ['-eo', 'pipefail'] : [];
  return new Promise((resolve, reject) => {
    execFile(
      program,
      [...strict, join(project, file)],
      { cwd: project, env: { PATH, HOME, PYTHONPATH, NODE_NO_WARNINGS: '1', ...env }, timeout: 120_000 },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(new Error(`${language} failed:\n${stderr}\n${stdout}`));
      },
    );
  });
}
