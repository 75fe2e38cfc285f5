import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { readMap } from '../../scripts/test/map-file.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** What a file takes that the map doesn't know, in milliseconds. */
const UNKNOWN_MS = 10_000;

/**
 * Runs the files with the same settings one after another, so that a program that they share is open when
 * they need it, and the longest first, so that the workers end together.
 */
export class BySettings extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const times = readMap(ROOT)?.tests ?? {};
    const places = new Map(
      files.map((file) => {
        const path = relative(ROOT, file.moduleId);
        const settings = readSettings(readFileSync(file.moduleId, 'utf8'));
        return [file, { settings, time: times[path] ?? UNKNOWN_MS }];
      }),
    );
    const compare = (a: TestSpecification, b: TestSpecification) => {
      const [one, other] = [places.get(a), places.get(b)];
      return (
        a.project.config.sequence.groupOrder - b.project.config.sequence.groupOrder ||
        compareTexts(a.project.name, b.project.name) ||
        compareTexts(other?.settings ?? '', one?.settings ?? '') ||
        (other?.time ?? 0) - (one?.time ?? 0)
      );
    };
    return Promise.resolve(files.toSorted(compare));
  }
}

const OPENS = /\buseApi\((\{[\s\S]*?\}|\w*),?\s*\)/g;

/**
 * Returns the settings with which a file opens programs, as it says them. Empty for a file that shares the
 * programs without settings, or opens none: these come last, as there are many of all lengths.
 */
export function readSettings(text: string): string {
  const all = [...text.matchAll(OPENS)].map(([, options = '']) => options.replaceAll(/\s+/g, ' ').trim());
  return [...new Set(all)].filter((options) => options !== '' && options !== '{ work: true }').join(' ');
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
