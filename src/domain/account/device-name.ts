/** The first match wins: Edge and Opera also call themselves Chrome, and Chrome also calls itself Safari. */
const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /\b(?:OPR|Opera)\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[^ ]* .*Safari\//],
];

const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

const MAX_CHARS = 60;

type DeviceNameOptions = {
  readonly withVersion?: boolean;
  /** Joins the names of the browser and the system. The default is English. */
  readonly phrase?: (names: { browser: string; system: string }) => string;
};

/**
 * Describes the device that a User-Agent header names, such as `Firefox on Windows`, or with its version
 * `Firefox 133 on Windows`. Returns the start of the header if nothing in it is known, and null if there is
 * no header.
 */
export function describeDevice(
  userAgent: string | null,
  { withVersion = false, phrase = formatEnglish }: DeviceNameOptions = {},
): string | null {
  if (userAgent === null || userAgent.trim() === '') return null;
  const browser = findBrowser(userAgent, withVersion);
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  if (browser !== undefined && system !== undefined) return phrase({ browser, system });
  const text = browser ?? system ?? userAgent;
  return text.length <= MAX_CHARS ? text : `${text.slice(0, MAX_CHARS - 1)}…`;
}

function findBrowser(userAgent: string, withVersion: boolean): string | undefined {
  for (const [name, pattern] of BROWSERS) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return withVersion ? `${name} ${version}` : name;
  }
  return undefined;
}

function formatEnglish({ browser, system }: { browser: string; system: string }): string {
  return `${browser} on ${system}`;
}
