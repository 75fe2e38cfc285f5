import { accessSync, constants } from 'node:fs';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Returns this machine's Chromium (CHROMIUM_PATH, or one in a usual location); null if there is none. */
export function findChromium(): string | null {
  const { CHROMIUM_PATH } = process.env;
  const places = CHROMIUM_PATH ? [CHROMIUM_PATH] : USUAL_PLACES;
  return places.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
