import type { Config } from '#server/runtime/config.ts';
import { openConverter, type Converter } from './converter.ts';
import type { ConversionDriver } from './driver.ts';
import { createGotenbergDriver } from './gotenberg.ts';
import { createSofficeDriver } from './soffice.ts';
import { createWasmDriver } from './wasm.ts';

/** Time limit of one attempt. Starting can take half of the first one. */
const ATTEMPT_MS = 60_000;

/** Opens the configured converter. */
export function openConfiguredConverter(
  config: Pick<Config, 'docxDrivers' | 'conversionWorkers' | 'sofficeSandbox'> & {
    readonly limits: Pick<Config['limits'], 'documentBytes' | 'waitingDocuments'>;
  },
  onFault: (fault: string) => void,
): Converter {
  const open = (setting: Config['docxDrivers'][number]): ConversionDriver => {
    switch (setting.kind) {
      case 'gotenberg':
        return createGotenbergDriver(setting.url, config.limits.documentBytes);
      case 'soffice':
        return createSofficeDriver(setting.program, { sandbox: config.sofficeSandbox });
      case 'wasm':
        return createWasmDriver();
      default:
        return setting satisfies never;
    }
  };
  const workers = Array.from({ length: config.conversionWorkers }, () => config.docxDrivers.map(open));
  return openConverter({
    workers,
    timeoutMs: ATTEMPT_MS,
    waitingMax: config.limits.waitingDocuments,
    onFault,
  });
}
