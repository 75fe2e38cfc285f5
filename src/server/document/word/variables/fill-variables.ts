import { readFile, writeFile } from 'node:fs/promises';
import { TAG_COLOR_TOLERANCE, type TagColor, type UnreadTag } from '#domain/document/tags.ts';
import type { Issue } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { validateVariables } from '#domain/variables/check-values.ts';
import type { VariableValues } from '#domain/variables/values.ts';
import { measureVariables, type Variable } from '#domain/variables/variable.ts';
import { readEntry } from '../../zip-content.ts';
import { readZipDirectory, type ZipEntry } from '../../zip-directory.ts';
import { replaceInZip } from '../../zip-replace.ts';
import { rewriteStory, TooComplex } from '../rewrite-story.ts';
import { TagMarker } from './mark-tags.ts';
import { BadVariables, TooMuchText, WordTemplate } from './word-template.ts';

/** Colors that look black, as red, green and blue values. */
const CANDIDATES = [
  [0, 0, 12],
  [0, 12, 0],
  [12, 0, 0],
  [0, 12, 12],
  [12, 0, 12],
  [12, 12, 0],
  [0, 0, 24],
  [0, 24, 0],
] as const;

export interface FillRequest {
  readonly path: string;
  readonly targetPath: string;
  /** The values to fill in; null to only list the variables. */
  readonly values: VariableValues | null;
  /** Whether the document's own tags have to be distinguished from filled-in text. */
  readonly textTags: boolean;
}

export type FillOutcome =
  | {
      readonly kind: 'read';
      readonly variables: readonly Variable[];
      /** Whether there is a filled document at `targetPath`. */
      readonly isFilled: boolean;
      /** The color of the document's own tags; null if they have no color of their own. */
      readonly tagColor: TagColor | null;
      readonly unread: readonly UnreadTag[];
    }
  | { readonly kind: 'wrong_values'; readonly issues: readonly Issue[] }
  | { readonly kind: 'unreadable'; readonly reason: 'malformed' | 'too_complex'; readonly message: string };

/** Matches two brackets, even if formatting stands between them. */
const BRACKETS = /\[(?:<[^>]*>)*\[/;

const TOO_COMPLEX = {
  kind: 'unreadable',
  reason: 'too_complex',
  message: 'The document is too complex to fill in its variables.',
} as const;

/** Lists the variables of a checked DOCX, and fills them in if there are values. */
export async function fillVariables(request: FillRequest): Promise<FillOutcome> {
  const { path, targetPath, values, textTags } = request;
  const bytes = await readFile(path);
  const entries = readZipDirectory(bytes, LIMITS.docxMaxEntries);
  try {
    const parts = await readWordParts(entries);
    const variables = parts.some((xml) => BRACKETS.test(xml)) ? new WordTemplate(bytes).variables : [];
    const { count, depth } = measureVariables(variables);
    if (count > LIMITS.variablesMax || depth > LIMITS.variablesDepthMax) return TOO_COMPLEX;
    const read = { kind: 'read', variables, isFilled: false, tagColor: null, unread: [] } as const;
    if (values === null || variables.length === 0) return read;
    const issues = validateVariables(variables, values);
    if (issues.length > 0) return { kind: 'wrong_values', issues };
    const marked = textTags ? await withMarkedTags(entries, parts) : { bytes, tagColor: null, unread: [] };
    const filled = new WordTemplate(marked.bytes).fill(values);
    await writeFile(targetPath, replaceInZip(readZipDirectory(marked.bytes, LIMITS.docxMaxEntries), filled));
    return { ...read, isFilled: true, tagColor: marked.tagColor, unread: marked.unread };
  } catch (error) {
    return toFillOutcome(error);
  }
}

function toFillOutcome(error: unknown): FillOutcome {
  if (error instanceof TooComplex || error instanceof TooMuchText) return TOO_COMPLEX;
  if (!(error instanceof BadVariables)) throw error;
  const message = `The document's variables can't be filled in: ${error.message}.`;
  return { kind: 'unreadable', reason: 'malformed', message };
}

const WORD_PART = /^word\/[^/]+\.xml$/i;

async function readWordParts(entries: readonly ZipEntry[]): Promise<string[]> {
  const parts: string[] = [];
  for (const entry of entries)
    if (WORD_PART.test(entry.name)) parts.push((await readEntry(entry, MAX_PART_BYTES)).toString());
  return parts;
}

const MAX_PART_BYTES = LIMITS.docxMaxUnpackedBytes;

/** Gives the tags of all parts a color of their own. Without such a color, tags can't be told from values. */
async function withMarkedTags(entries: readonly ZipEntry[], parts: readonly string[]) {
  const tagColor = findUnusedColor(parts);
  if (tagColor === null) throw new TooComplex('the document has all colors that tags could have');
  const marker = new TagMarker(formatHexColor(tagColor));
  const replaced = new Map<string, Buffer>();
  for (const entry of entries.filter(({ name }) => WORD_PART.test(name))) {
    const xml = (await readEntry(entry, MAX_PART_BYTES)).toString();
    if (BRACES.test(xml))
      replaced.set(entry.name, await rewriteStory(entry, (block) => [marker.mark(block)]));
  }
  return { bytes: replaceInZip(entries, replaced), tagColor, unread: marker.unread };
}

const BRACES = /\{(?:<[^>]*>)*\{/;

/** Returns a color that looks black and that no text of the document has; null if all of them are used. */
function findUnusedColor(parts: readonly string[]): TagColor | null {
  const used = new Set(parts.flatMap((xml) => xml.match(/(?<=")[0-9A-Fa-f]{6}(?=")/g) ?? []));
  const colors = [...used].map((hex) => [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)));
  return (
    CANDIDATES.find((candidate) =>
      colors.every((color) =>
        candidate.some((value, index) => Math.abs(value - (color[index] ?? 0)) > 2 * TAG_COLOR_TOLERANCE),
      ),
    ) ?? null
  );
}

/** Formats a color as Word writes it. */
function formatHexColor(color: TagColor): string {
  return color
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}
