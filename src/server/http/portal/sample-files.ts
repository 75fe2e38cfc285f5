import { readFileSync } from 'node:fs';
import type { Sample } from './code.ts';
import { getErrorCode } from '#domain/error-code.ts';

/**
 * The folder of the programs that the guides quote, one for each guide and language. Tests run them as a
 * whole.
 */
const FOLDER = new URL('../../../../docs/samples/', import.meta.url);

const LANGUAGES = [
  { label: 'curl', extension: 'sh' },
  { label: 'TypeScript', extension: 'ts' },
  { label: 'Python', extension: 'py' },
] as const;

/** The address of the service in the samples. */
const EXAMPLE_ORIGIN = 'https://sign.example.com';

/** Returns the part of these programs that is marked `--- name`, for a service at `origin`. */
export function readSamples(programs: readonly string[], name: string, origin: string): Sample[] {
  const samples = LANGUAGES.flatMap(({ label, extension }) =>
    programs.flatMap((program) => {
      const part = readParts(`${program}.${extension}`).get(name);
      return part === undefined ? [] : [{ label, source: part.replaceAll(EXAMPLE_ORIGIN, origin) }];
    }),
  );
  if (samples.length === 0) throw new Error(`no sample ${name} in ${programs.join(', ')}`);
  return samples;
}

function readParts(file: string): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  const [, ...texts] = read(file).split(/^(?:#|\/\/) --- (?=[\w-]+$)/m);
  for (const text of texts) {
    const end = text.indexOf('\n');
    parts.set(text.slice(0, end), text.slice(end + 1).trim());
  }
  return parts;
}

function read(file: string): string {
  try {
    return readFileSync(new URL(file, FOLDER), 'utf8');
  } catch (error) {
    // Some guides lack a program in some languages.
    if (getErrorCode(error) === 'ENOENT') return '';
    throw error;
  }
}
