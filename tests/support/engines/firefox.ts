import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, startProgram } from './child-program.ts';
import type { DrivenBrowser } from './driven-browser.ts';

const BROWSER = findProgram(['/usr/bin/firefox-esr', '/usr/bin/firefox']);

/** Whether there is a Firefox on this machine (Debian: firefox-esr). */
export const hasFirefox = BROWSER !== null;

/** Touch instead of a mouse, and nothing that contacts other servers. */
const PREFERENCES = {
  'ui.primaryPointerCapabilities': 1,
  'ui.allPointerCapabilities': 1,
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

/** Opens a headless Firefox, driven by WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/). */
export async function openFirefox(viewport: {
  readonly width: number;
  readonly height: number;
}): Promise<DrivenBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'countersign-firefox-'));
  const lines = Object.entries(PREFERENCES).map(
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
    return { ...(await openTab(connection, viewport)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openTab(
  { send }: Connection,
  viewport: { readonly width: number; readonly height: number },
): Promise<Omit<DrivenBrowser, 'close'>> {
  await send('session.new', { capabilities: {} });
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const context = contexts[0]?.context;
  await send('browsingContext.setViewport', { context, viewport });
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
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
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
      const parameters = { pointerType: 'touch' };
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
