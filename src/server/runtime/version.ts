import { readFileSync } from 'node:fs';

const manifest: unknown = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

/** The version of this build (SemVer). The contract's own version is in the OpenAPI document. */
export const VERSION = (manifest as { readonly version: string }).version;
