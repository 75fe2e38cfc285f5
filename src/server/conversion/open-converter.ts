import type { Config } from '#server/app/config.ts';
import { openConverter, type Converter } from './converter.ts';
import type { ConversionDriver } from './driver.ts';
import { gotenbergDriver } from './gotenberg.ts';
import { sofficeDriver } from './soffice.ts';
import { wasmDriver } from './wasm.ts';

/** Time limit of one attempt; starting can take half of the first one. */
const ATTEMPT_MS = 60_000;

/** Opens the configured converter. */
export function openConfiguredConverter(
  config: Pick<Config, 'docxDrivers'> & { readonly limits: Pick<Config['limits'], 'documentBytes'> },
  onFault: (fault: string) => void,
): Converter {
  const drivers = config.docxDrivers.map((setting): ConversionDriver => {
    switch (setting.kind) {
      case 'gotenberg':
        return gotenbergDriver(setting.url, config.limits.documentBytes);
      case 'soffice':
        return sofficeDriver(setting.program);
      case 'wasm':
        return wasmDriver();
      default:
        return setting satisfies never;
    }
  });
  return openConverter({ drivers, timeoutMs: ATTEMPT_MS, onFault });
}
