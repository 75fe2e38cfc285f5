import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { findProgram, startProgram } from './child-program.ts';
import type { DrivenBrowser, DrivenWindow } from './driven-browser.ts';
import { noteOtherBrowser } from '../executed-sources.ts';

const DRIVER = findProgram(['/usr/bin/WebKitWebDriver']);
const SCREEN = findProgram(['/usr/bin/Xvfb']);
const BROWSER = findProgram(
  ['x86_64', 'aarch64'].flatMap((machine) =>
    ['4.1', '6.0', '4.0'].map((version) => {
      const folder = version === '6.0' ? `webkitgtk-${version}` : `webkit2gtk-${version}`;
      return `/usr/lib/${machine}-linux-gnu/${folder}/MiniBrowser`;
    }),
  ),
);
/** The key of an element reference: https://www.w3.org/TR/webdriver2/#elements */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Whether WebKitGTK, its driver and a virtual screen are installed (Debian: webkit2gtk-driver, xvfb). */
export const hasWebKit = DRIVER !== null && SCREEN !== null && BROWSER !== null;

/** Opens WebKitGTK on a virtual screen, driven by WebDriver (https://www.w3.org/TR/webdriver2/). */
export async function openWebKit({ width, height }: DrivenWindow): Promise<DrivenBrowser> {
  noteOtherBrowser();
  // Without a folder for downloads, it saves them here.
  const downloads = await mkdtemp(join(tmpdir(), 'countersign-webkit-'));
  const screen = await startProgram(
    SCREEN ?? '',
    ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    { until: /^(\d+)\n/m },
  );
  const port = await freePort();
  const driver = await startProgram(DRIVER ?? '', [`--port=${port}`], {
    env: {
      ...{ DISPLAY: `:${screen.said?.[1]}`, WAYLAND_DISPLAY: '', HOME: downloads },
      ...{ LANG: 'en_US.UTF-8', LANGUAGE: 'en' },
    },
    until: null,
  }).catch(async (error: unknown) => {
    await screen.end();
    throw error;
  });
  const end = async (): Promise<void> => {
    await driver.end();
    await screen.end();
    await rm(downloads, { recursive: true, force: true, maxRetries: 5 });
  };
  const address = `http://127.0.0.1:${port}`;
  try {
    await driver.answering(`${address}/status`);
    return { ...(await openSession(address, { width, height })), downloads, close: end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function openSession(
  address: string,
  size: { readonly width: number; readonly height: number },
): Promise<Omit<DrivenBrowser, 'close' | 'downloads'>> {
  const options = { binary: BROWSER, args: ['--automation'] };
  const { sessionId } = await command<{ sessionId: string }>(`${address}/session`, {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  });
  const session = `${address}/session/${sessionId}`;
  await command(`${session}/window/rect`, { ...size, x: 0, y: 0 });
  return {
    open: async (url) => void (await command(`${session}/url`, { url })),
    leaveFrame: async () => void (await command(`${session}/frame`, { id: null })),
    enterFrame: async () => void (await command(`${session}/frame`, { id: 0 })),
    evaluate: (body) => command(`${session}/execute/sync`, { script: body, args: [] }),
    click: async (value) => {
      const found = await command<Record<string, string>>(`${session}/element`, {
        using: 'css selector',
        value,
      });
      const origin = { [ELEMENT]: found[ELEMENT] };
      const actions = [
        { type: 'pointerMove', x: 0, y: 0, origin },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      const parameters = { pointerType: 'mouse' };
      await command(`${session}/actions`, {
        actions: [{ type: 'pointer', id: 'mouse', parameters, actions }],
      });
    },
    type: async (text) => {
      const active = await command<Record<string, string>>(`${session}/element/active`);
      await command(`${session}/element/${active[ELEMENT]}/value`, { text });
    },
    screenshot: async () => Buffer.from(await command<string>(`${session}/screenshot`), 'base64'),
  };
}

async function command<T>(address: string, body?: unknown): Promise<T> {
  const answer = await fetch(address, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { value } = (await answer.json()) as { value: T };
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${JSON.stringify(value)}`);
  return value;
}
