import type { Found } from '../detect.ts';
import type { DetectedParty, EnvelopeGraph } from '../graph.ts';
import { findFile, placeFiles } from './file.ts';

/** What detection found in one of the files. Pages are counted from the start of that file. */
export type FoundInFile = Found & { readonly fileId: string };

/**
 * Combines what was found in several files. Pages are counted through the whole document, and a party that
 * several files name becomes one party. Leaves out what was found in a file that has been removed since or
 * that another job has read.
 */
export function mergeFoundInFiles(graph: EnvelopeGraph, results: readonly FoundInFile[]): Found {
  const placed = placeFiles(graph.files);
  const found = results.filter(({ fileId }) => findFile(graph, fileId)?.detectionWanted);
  const isAll = placed.every(
    ({ id, content }) => content === null || found.some(({ fileId }) => fileId === id),
  );
  let parties: readonly DetectedParty[] = isAll ? [] : (graph.envelope.detectedParties ?? []);
  const fields = found.flatMap((own) => {
    const firstPage = placed.find(({ id }) => id === own.fileId)?.firstPage ?? null;
    if (firstPage === null) return [];
    const joined = joinParties(parties, own.parties);
    parties = joined.parties;
    return own.fields.map((field) => ({
      ...field,
      page: field.page + firstPage - 1,
      partyIndex: field.partyIndex === null ? null : (joined.indexes.get(field.partyIndex) ?? null),
    }));
  });
  return { fields, parties };
}

function joinParties(
  known: readonly DetectedParty[],
  added: readonly DetectedParty[],
): { readonly parties: readonly DetectedParty[]; readonly indexes: ReadonlyMap<number, number> } {
  const parties = [...known];
  const indexes = new Map<number, number>();
  for (const party of added) {
    const place = known.findIndex((one) => isSameParty(one, party));
    const same = known[place];
    if (same !== undefined) {
      indexes.set(party.index, same.index);
      parties[place] = {
        ...same,
        name: same.name ?? party.name,
        email: same.email ?? party.email,
        roleLabel: same.roleLabel ?? party.roleLabel,
      };
      continue;
    }
    const index = known.length === 0 ? party.index : 1 + Math.max(...parties.map((one) => one.index));
    indexes.set(party.index, index);
    parties.push({ ...party, index });
  }
  return { parties, indexes };
}

/** Names and addresses tell parties apart. Parties that have neither are told apart by role. */
function isSameParty(one: DetectedParty, other: DetectedParty): boolean {
  if (one.email !== null && other.email !== null) return foldText(one.email) === foldText(other.email);
  if (one.name !== null && other.name !== null) return foldText(one.name) === foldText(other.name);
  return (
    one.roleLabel !== null &&
    other.roleLabel !== null &&
    foldText(one.roleLabel) === foldText(other.roleLabel)
  );
}

function foldText(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}
