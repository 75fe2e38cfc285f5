import { chromium, type Browser } from '@playwright/test';
import { findChromium } from './chromium.ts';
import { recordsScripts, recordScripts } from './executed-sources.ts';

const FLAGS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'];

/** Starts this machine's Chromium. While tests are recorded, the record has what its pages executed. */
export async function launchChromium(flags: readonly string[] = FLAGS): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: [...flags] });
  return recordsScripts() ? recordScripts(browser) : browser;
}
