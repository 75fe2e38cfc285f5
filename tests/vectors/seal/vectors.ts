import { readFileSync } from 'node:fs';
import type { Check, Facts, Level, Result } from '#verify/result.ts';
import type { Verdict } from '#verify/verify.ts';

/** A vector as vectors.json has it. */
export type SealVector = {
  readonly name: string;
  readonly about: string;
  readonly base: string;
  readonly edit?: { readonly at: number; readonly remove: number; readonly insert: string };
  readonly options: {
    readonly roots: string;
    readonly timestampRoots: string;
    readonly now: string;
    readonly minimumLevel?: Level;
    readonly logKey?: string;
    readonly witness?: string;
    readonly quorum?: string;
    readonly later?: string;
    readonly revocationList?: string;
  };
  readonly evidence?: string;
  readonly expect: {
    readonly verdict: Verdict;
    readonly level: Level | null;
    readonly caughtBy: readonly string[];
    readonly codes: Readonly<Record<Check, string>>;
    /** Only for a document that replaced another one. */
    readonly versions?: Facts;
  };
};

/** Reads every vector. */
export function readSealVectors(): readonly SealVector[] {
  const url = new URL('vectors.json', import.meta.url);
  return (JSON.parse(readFileSync(url, 'utf8')) as { vectors: SealVector[] }).vectors;
}

/** Reads a file of the vectors; none if the name is empty. */
export function vectorFile(name: string): Buffer[] {
  return name === '' ? [] : [readFileSync(new URL(`files/${name}`, import.meta.url))];
}

/** Returns a vector's sealed file: its base with one splice. */
export function fileOf({ base, edit }: SealVector): Buffer {
  const file = Buffer.concat(vectorFile(base));
  if (edit === undefined) return file;
  return Buffer.concat([
    file.subarray(0, edit.at),
    Buffer.from(edit.insert, 'base64'),
    file.subarray(edit.at + edit.remove),
  ]);
}

/** Returns what a report says about versions, if the document replaced another one. */
export function listVersions(results: readonly Result[]): { versions?: Facts } {
  const { version, earlier = '', changes = '' } =
    results.find(({ check }) => check === 'audit_log')?.facts ?? {};
  return version === undefined ? {} : { versions: { version, earlier, changes } };
}
