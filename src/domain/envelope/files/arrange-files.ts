import { accept, refuse, refuseInvalid, type Refuse } from '../../decision.ts';
import type { EnvelopeGraph, EnvelopeFile } from '../graph.ts';
import type { Facts } from '../facts.ts';
import { readRule } from '../../field/rules/dependencies.ts';
import { buildFilesPatch, moveFields, refuseFileChange, type FileChange } from './changed-files.ts';
import { findFile, listReceivedFiles } from './file.ts';

/** Changes the order of the files. Fields stay on their pages. */
export function reorderFiles(
  graph: EnvelopeGraph,
  order: readonly string[],
  facts: Facts,
): FileChange | Refuse {
  const refused = refuseFileChange(graph);
  if (refused !== null) return refused;
  const files = order.flatMap((id) => findFile(graph, id) ?? []);
  const isComplete = new Set(order).size === order.length && files.length === order.length;
  if (!isComplete || files.length !== graph.files.length)
    return refuseInvalid('/order', 'must have the id of every document of the envelope once');
  return {
    kind: 'change',
    files,
    decide: (whole, outcomes) =>
      isSameOrder(files, graph.files)
        ? accept({})
        : accept({
            patch: buildFilesPatch(graph, { files, whole, outcomes }, facts),
            events: [
              {
                action: 'envelope.documents_reordered',
                payload: { order: [...order], documentHash: whole.sha256 },
              },
            ],
          }),
  };
}

/** Removes a file along with its fields. An envelope keeps at least one file. */
export function removeFile(graph: EnvelopeGraph, id: string, facts: Facts): FileChange | Refuse {
  const refused = refuseFileChange(graph);
  if (refused !== null) return refused;
  const file = findFile(graph, id);
  if (file === null) return refuse('not_found');
  const files = graph.files.filter((one) => one.id !== id);
  if (listReceivedFiles(files).length === 0)
    return refuse('invalid_state', { status: graph.envelope.status, reason: 'last_document' });
  const fields = listFieldsReadingRemoved(graph, files);
  if (fields.length > 0)
    return refuse('invalid_state', { status: graph.envelope.status, reason: 'fields_in_use', fields });
  return {
    kind: 'change',
    files,
    decide: (whole, outcomes) => {
      const patch = buildFilesPatch(graph, { files, whole, outcomes }, facts);
      const left =
        patch.fields !== undefined && 'replace' in patch.fields ? patch.fields.replace : graph.fields;
      return accept({
        patch,
        events: [
          {
            action: 'envelope.document_removed',
            payload: {
              documentId: id,
              name: file.name,
              contentHash: file.content?.original.sha256 ?? null,
              documentHash: whole.sha256,
              removedFieldCount: graph.fields.length - left.length,
            },
          },
        ],
      });
    },
  };
}

/**
 * Returns the ids of the remaining fields whose conditions or formulas refer to a field that is removed along
 * with its file.
 */
function listFieldsReadingRemoved(graph: EnvelopeGraph, files: readonly EnvelopeFile[]): string[] {
  const left = moveFields(graph, files);
  const kept = new Set(left.map(({ id }) => id));
  const removed = new Set(graph.fields.flatMap(({ id, key }) => (kept.has(id) ? [] : [key])));
  return left.flatMap((field) => (readRule(field).keys.some((key) => removed.has(key)) ? [field.id] : []));
}

function isSameOrder(one: readonly EnvelopeFile[], other: readonly EnvelopeFile[]): boolean {
  return one.every(({ id }, index) => id === other[index]?.id);
}
