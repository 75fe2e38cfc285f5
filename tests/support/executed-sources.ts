import { subscribe } from 'node:diagnostics_channel';
import { mkdirSync, writeFileSync } from 'node:fs';
import { Session, type Profiler } from 'node:inspector';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from '@playwright/test';
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
  /**
   * What ran of the scripts that a recorded browser executed, by their paths: the offsets of their functions, and
   * whether each was called. Empty if any page was in a browser that isn't recorded.
   */
  readonly functions: Readonly<Record<string, Readonly<Record<number, boolean>>>>;
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
  const recorder = openRecorder();
  const { scripts, functions } = recorder;
  let started = 0;
  beforeAll(() => {
    started = Date.now();
    profiler.takeSources();
    scripts.clear();
    functions.clear();
    recorder.isPartial = false;
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
      functions: recorder.isPartial
        ? {}
        : Object.fromEntries([...functions].map(([script, called]) => [script, Object.fromEntries(called)])),
    };
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, `${test.replaceAll('/', '~')}.json`), JSON.stringify(executed));
  });
}

function hasFailed(task: RunnerTask): boolean {
  return task.result?.state === 'fail' || ('tasks' in task && task.tasks.some(hasFailed));
}

type Recorder = {
  readonly session: Session;
  readonly scripts: Set<string>;
  readonly functions: Map<string, Map<number, boolean>>;
  /** Whether a page may have been in a browser that isn't recorded. */
  isPartial: boolean;
};

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
    if (isBuiltScript(path)) scripts.add(path);
  });
  return { session, scripts, functions: new Map(), isPartial: false };
}

function isBuiltScript(path: string): boolean {
  return path.startsWith('/_app/') && path.endsWith('.js');
}

/** Checks whether this run records what tests execute. */
export function recordsScripts(): boolean {
  return folder !== undefined;
}

/** Says that pages are in a browser whose functions aren't recorded: all that it requests counts. */
export function noteOtherBrowser(): void {
  if (recordsScripts()) openRecorder().isPartial = true;
}

/** Records which functions of our scripts the pages of a browser call. */
export function recordScripts(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => recordContext(await newContext(options));
  return browser;
}

function recordContext(context: BrowserContext): BrowserContext {
  const open = new Set<Page>();
  context.on('page', (page) => {
    open.add(page);
    const close = page.close.bind(page);
    page.close = async (options) => {
      open.delete(page);
      await takeFunctions(page);
      await close(options);
    };
    void page.coverage.startJSCoverage({ resetOnNavigation: false }).catch(ignore);
  });
  const close = context.close.bind(context);
  context.close = async (options) => {
    await Promise.all([...open].map(takeFunctions));
    await close(options);
  };
  return context;
}

async function takeFunctions(page: Page): Promise<void> {
  if (page.isClosed()) return;
  const { functions } = openRecorder();
  for (const script of await page.coverage.stopJSCoverage()) {
    const path = new URL(script.url).pathname;
    if (!isBuiltScript(path)) continue;
    const called = functions.get(path) ?? new Map<number, boolean>();
    functions.set(path, called);
    // The first function is the module itself.
    for (const { ranges } of script.functions.slice(1)) {
      const [whole] = ranges;
      if (whole === undefined) continue;
      called.set(whole.startOffset, called.get(whole.startOffset) === true || whole.count > 0);
    }
  }
}

/** A page that was closed meanwhile has nothing to record. */
function ignore(): void {}

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
