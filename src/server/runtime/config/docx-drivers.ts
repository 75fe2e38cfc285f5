import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

/** A DOCX converter and what it needs. */
export type DocxDriver =
  | { readonly kind: 'gotenberg'; readonly url: string }
  | { readonly kind: 'soffice'; readonly program: string }
  | { readonly kind: 'wasm' };

const PROGRAMS = ['soffice', 'libreoffice'];

/**
 * Returns the converters that are available for a choice, best first. The LibreOffice of this machine is used
 * only if the choice asks for it, because its fonts and version would determine the layout.
 */
export function listDocxDrivers(
  chosen: 'auto' | DocxDriver['kind'] | 'off',
  gotenbergUrl: string | null,
  path: string,
  isBundled = isBundledInstalled(),
): DocxDriver[] {
  const program = chosen === 'soffice' ? findProgram(path) : null;
  const all: DocxDriver[] = [
    ...(gotenbergUrl === null ? [] : [{ kind: 'gotenberg' as const, url: gotenbergUrl }]),
    ...(program === null ? [] : [{ kind: 'soffice' as const, program }]),
    ...(isBundled ? [{ kind: 'wasm' as const }] : []),
  ];
  return all.filter(({ kind }) => chosen === 'auto' || kind === chosen);
}

/** Checks whether the bundled LibreOffice was installed. A slim installation omits it. */
function isBundledInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('@matbee/libreoffice-converter/package.json');
    return true;
  } catch {
    return false;
  }
}

/** Checks whether a program is on PATH. */
export function isProgramOnPath(path: string, name: string): boolean {
  return path.split(delimiter).some((directory) => directory !== '' && isProgram(join(directory, name)));
}

function findProgram(path: string): string | null {
  const places = path.split(delimiter).filter((directory) => directory !== '');
  const programs = places.flatMap((directory) => PROGRAMS.map((name) => join(directory, name)));
  return programs.find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
