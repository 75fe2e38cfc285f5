import { writeFileSync } from 'node:fs';
import { openTimestampServices } from '#server/outbound/timestamp-services.ts';
import { LEVELS, sealedLevels } from '../../support/timestamp/sealed-levels.ts';
import { startTimestampServer } from '../../support/timestamp/timestamp-server.ts';

/** Makes this folder's files again: a seal of each level by each kind of key, with the roots to trust. */
const server = await startTimestampServer();
const services = openTimestampServices({
  ...{ urls: [server.url], timeoutMs: 10_000, clock: () => new Date() },
  onFailure: (url, reason) => {
    throw new Error(`${url}: ${reason}`);
  },
});
const save = (name: string, bytes: Uint8Array) => writeFileSync(new URL(name, import.meta.url), bytes);
for (const keyType of ['rsa', 'p256'] as const) {
  const { files, authority } = await sealedLevels(keyType, services);
  for (const level of LEVELS) save(`${keyType}-${level}.pdf`, files[level]);
  save(`${keyType}-authority.cer`, authority);
}
save('timestamp-root.cer', server.root);
await server.close();
