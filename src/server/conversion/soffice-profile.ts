import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

type Setting = readonly [path: string, name: string, value: string];

/** LibreOffice registry settings that disable macros, linked content and network access. */
const SETTINGS: readonly Setting[] = [
  ['/org.openoffice.Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  ['/org.openoffice.Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['/org.openoffice.Office.Common/Security/Scripting', 'DisableActiveContent', 'true'],
  ['/org.openoffice.Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['/org.openoffice.Office.Common/Misc', 'FirstRun', 'false'],
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', '0'],
  ['/org.openoffice.Inet/Settings', 'ooInetProxyType', '2'],
  ['/org.openoffice.Inet/Settings', 'ooInetHTTPProxyName', '127.0.0.1'],
  ['/org.openoffice.Inet/Settings', 'ooInetHTTPProxyPort', '9'],
  ['/org.openoffice.Inet/Settings', 'ooInetHTTPSProxyName', '127.0.0.1'],
  ['/org.openoffice.Inet/Settings', 'ooInetHTTPSProxyPort', '9'],
];

/** Writes a profile for one conversion to `path`. */
export async function writeProfile(path: string): Promise<void> {
  const items = SETTINGS.map(
    ([at, name, value]) =>
      `<item oor:path="${at}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  );
  const registry = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${items.join('\n')}
</oor:items>
`;
  await mkdir(join(path, 'user'), { recursive: true });
  await writeFile(join(path, 'user', 'registrymodifications.xcu'), registry);
}
