import { accept, refuse, refuseInvalid, type Refuse } from '../../decision.ts';
import type { EnvelopeGraph, EnvelopeFile } from '../graph.ts';
import { filesPatch, refuseFileChange, type FileChange } from './changed-files.ts';
import { fileOf, receivedFiles } from './file.ts';

/** Puts the files into another order. Fields stay on their pages. */
export function reorderFiles(graph: EnvelopeGraph, order: readonly string[]): FileChange | Refuse {
  const refused = refuseFileChange(graph);
  if (refused !== null) return refused;
  const files = order.flatMap((id) => fileOf(graph, id) ?? []);
  const isComplete = new Set(order).size === order.length && files.length === order.length;
  if (!isComplete || files.length !== graph.files.length)
    return refuseInvalid('/order', 'must have the id of every document of the envelope once');
  return {
    kind: 'change',
    files,
    decide: (whole) =>
      isSameOrder(files, graph.files)
        ? accept({})
        : accept({
            patch: filesPatch(graph, files, whole),
            events: [
              {
                action: 'envelope.documents_reordered',
                payload: { order: [...order], documentHash: whole.sha256 },
              },
            ],
          }),
  };
}

/** Removes a file with its fields. An envelope keeps at least one file. */
export function removeFile(graph: EnvelopeGraph, id: string): FileChange | Refuse {
  const refused = refuseFileChange(graph);
  if (refused !== null) return refused;
  const file = fileOf(graph, id);
  if (file === null) return refuse('not_found');
  const files = graph.files.filter((one) => one.id !== id);
  if (receivedFiles(files).length === 0)
    return refuse('invalid_state', { status: graph.envelope.status, reason: 'last_document' });
  return {
    kind: 'change',
    files,
    decide: (whole) => {
      const patch = filesPatch(graph, files, whole);
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

function isSameOrder(one: readonly EnvelopeFile[], other: readonly EnvelopeFile[]): boolean {
  return one.every(({ id }, index) => id === other[index]?.id);
}
