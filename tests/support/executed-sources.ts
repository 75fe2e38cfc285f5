import { subscribe } from 'node:diagnostics_channel';
import { mkdirSync, writeFileSync } from 'node:fs';
import { Session, type Profiler } from 'node:inspector';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, type RunnerTask } from 'vitest';

/**
 * What one test file used, in the form that `scripts/test/impact.ts` reads. Paths are relative to the
 * project.
 */
export type Executed = {
  readonly test: string;
  /** Wall time in milliseconds, including the file's hooks. */
  readonly milliseconds: number;
  /** Sources of which a function ran or an export was read. */
  readonly sources: readonly string[];
  /** Built scripts that a browser requested, by their paths on the server. */
  readonly scripts: readonly string[];
};

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCE = /^(?:src|packages|tests|scripts|bench)\/(?!.*\bnode_modules\/)/;
const folder = process.env['IMPACT_RECORDS'];

if (folder !== undefined) recordInto(folder);

/**
 * Records what each of this worker's test files executed, using V8's precise coverage and the requests to our
 * servers.
 */
function recordInto(directory: string): void {
  const profiler = openProfiler();
  const scripts = collectScripts();
  let started = 0;
  beforeAll(() => {
    started = Date.now();
    profiler.takeSources();
    scripts.clear();
  });
  afterAll(({}, { tasks }) => {
    // What a failing test didn't reach would be missing.
    if (tasks.some(hasFailed)) return;
    const test = relative(ROOT, expect.getState().testPath ?? '');
    const executed: Executed = {
      test,
      milliseconds: Date.now() - started,
      sources: profiler.takeSources(),
      scripts: [...scripts].sort(),
    };
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, `${test.replaceAll('/', '~')}.json`), JSON.stringify(executed));
  });
}

function hasFailed(task: RunnerTask): boolean {
  return task.result?.state === 'fail' || ('tasks' in task && task.tasks.some(hasFailed));
}

type Recorder = { readonly session: Session; readonly scripts: Set<string> };

/** One profiler for all of a worker's files, because each sees only what ran since the previous reading. */
function openRecorder(): Recorder {
  const key = Symbol.for('countersign.executed-sources');
  const known = globalThis as { [key]?: Recorder };
  return (known[key] ??= startRecorder());
}

function startRecorder(): Recorder {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const scripts = new Set<string>();
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { readonly request: { readonly url?: string } };
    const path = request.url?.split('?')[0] ?? '';
    if (path.startsWith('/_app/') && path.endsWith('.js')) scripts.add(path);
  });
  return { session, scripts };
}

function collectScripts(): Set<string> {
  return openRecorder().scripts;
}

function openProfiler(): { readonly takeSources: () => string[] } {
  const { session } = openRecorder();
  return {
    takeSources: () => {
      const taken: string[] = [];
      // `post` answers before it returns, because the profiler runs in this thread.
      session.post('Profiler.takePreciseCoverage', (error, { result }) => {
        if (error) throw error;
        taken.push(...result.filter(hasRun).map(({ url }) => relative(ROOT, toPath(url))));
      });
      return [...new Set(taken)].filter((path) => SOURCE.test(path)).sort();
    },
  };
}

/** The first function is the module itself, which runs only for the first file that imports it. */
function hasRun({ functions }: Profiler.ScriptCoverage): boolean {
  return functions.some(
    ({ ranges, functionName }, index) => (index > 0 || functionName !== '') && (ranges[0]?.count ?? 0) > 0,
  );
}

function toPath(url: string): string {
  return url.startsWith('file:') ? fileURLToPath(url) : url;
}
