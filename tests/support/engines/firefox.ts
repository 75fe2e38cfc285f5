import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, startProgram } from './child-program.ts';
import type { DrivenBrowser, DrivenWindow } from './driven-browser.ts';
import { noteOtherBrowser } from '../executed-sources.ts';

const BROWSER = findProgram(['/usr/bin/firefox-esr', '/usr/bin/firefox']);

/** Whether there is a Firefox on this machine (Debian: firefox-esr). */
export const hasFirefox = BROWSER !== null;

/** https://searchfox.org/mozilla-central/source/widget/LookAndFeel.h: coarse, or fine and hovering. */
const POINTERS = { touch: 1, mouse: 6 };

/** Nothing that contacts other servers. */
const PREFERENCES = {
  'browser.download.folderList': 2,
  'intl.accept_languages': 'en-US',
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.server': '',
  'services.settings.server': 'data:,',
  'browser.startup.page': 0,
};

/** Keeps what the policy of an origin's pages has blocked, for {@link readViolations}. */
const NOTE_VIOLATIONS = `() => addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
  sessionStorage.violations = (sessionStorage.violations ?? '') + effectiveDirective + ' ' + blockedURI + ' ';
})`;

/** Returns what the policy of the pages on this page's origin has blocked in this tab. */
export function readViolations(browser: DrivenBrowser): Promise<string> {
  return browser.evaluate("return sessionStorage.violations ?? ''");
}

/** Opens a headless Firefox, driven by WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/). */
export async function openFirefox(window: DrivenWindow): Promise<DrivenBrowser> {
  noteOtherBrowser();
  const profile = await mkdtemp(join(tmpdir(), 'countersign-firefox-'));
  const downloads = join(profile, 'downloads');
  await mkdir(downloads);
  const pointer = window.isTouch ? POINTERS.touch : POINTERS.mouse;
  const preferences = {
    ...PREFERENCES,
    'ui.primaryPointerCapabilities': pointer,
    'ui.allPointerCapabilities': pointer,
    'browser.download.dir': downloads,
  };
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const program = await startProgram(
    BROWSER ?? '',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
    { env: { HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' }, until: /BiDi listening on (ws:\S+)/ },
  );
  const connection = await connect(`${program.said?.[1]}/session`);
  const close = async (): Promise<void> => {
    connection.close();
    await program.end();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    return { ...(await openTab(connection, window)), downloads, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openTab(
  { send }: Connection,
  { isTouch, ...viewport }: DrivenWindow,
): Promise<Omit<DrivenBrowser, 'close' | 'downloads'>> {
  await send('session.new', { capabilities: {} });
  const tree = await send<{ contexts: Context[] }>('browsingContext.getTree', {});
  const tab = tree.contexts[0]?.context;
  let context = tab;
  await send('browsingContext.setViewport', { context, viewport });
  await send('script.addPreloadScript', { functionDeclaration: NOTE_VIOLATIONS });
  const evaluated = async (expression: string): Promise<Result> => {
    const answer = await send<{ type: string; result: Result; exceptionDetails?: { text: string } }>(
      'script.evaluate',
      { expression, awaitPromise: true, target: { context } },
    );
    if (answer.type !== 'success') throw new Error(answer.exceptionDetails?.text ?? answer.type);
    return answer.result;
  };
  const keys = async (actions: readonly object[]): Promise<void> => {
    await send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] });
  };
  return {
    open: async (url) => {
      context = tab;
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    leaveFrame: () => Promise.resolve(void (context = tab)),
    enterFrame: async () => {
      const { contexts } = await send<{ contexts: Context[] }>('browsingContext.getTree', { root: tab });
      context = contexts[0]?.children?.[0]?.context;
    },
    evaluate: async <T>(body: string) => {
      const { value } = await evaluated(`JSON.stringify((() => { ${body} })() ?? null)`);
      return JSON.parse(String(value)) as T;
    },
    click: async (selector) => {
      const element = await evaluated(
        `(() => { const found = document.querySelector(${JSON.stringify(selector)});
           found.scrollIntoView({ block: 'center', behavior: 'instant' }); return found; })()`,
      );
      const origin = { type: 'element', element: { sharedId: element.sharedId } };
      const actions = [
        { type: 'pointerMove', x: 0, y: 0, origin },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      const parameters = { pointerType: isTouch ? 'touch' : 'mouse' };
      await send('input.performActions', {
        context,
        actions: [{ type: 'pointer', id: 'finger', parameters, actions }],
      });
    },
    type: (text) =>
      keys(
        [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      ),
    screenshot: async () => {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
  };
}

type Context = { readonly context: string; readonly children?: readonly Context[] | null };
type Result = { readonly value?: unknown; readonly sharedId?: string };
type Connection = {
  readonly send: <T>(method: string, params: object) => Promise<T>;
  readonly close: () => void;
};

async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`no connection to ${address}`)));
  });
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as {
      id?: number;
      result: never;
      error?: string;
      message?: string;
    };
    const asked = waiting.get(message.id ?? -1);
    waiting.delete(message.id ?? -1);
    if (message.error === undefined) asked?.resolve(message.result);
    else asked?.reject(new Error(`${message.error}: ${message.message}`));
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the browser has ended'));
  });
  let last = 0;
  return {
    send: (method, params) =>
      new Promise((resolve, reject) => {
        const id = (last += 1);
        waiting.set(id, { resolve, reject });
        socket.send(JSON.stringify({ id, method, params }));
      }),
    close: () => socket.close(),
  };
}
