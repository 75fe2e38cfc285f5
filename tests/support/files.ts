import type { Decision, Refuse } from '#domain/decision.ts';
import { addFile, type AddFileInput } from '#domain/envelope/files/add-file.ts';
import type { FileChange } from '#domain/envelope/files/changed-files.ts';
import { listReceivedFiles } from '#domain/envelope/files/file.ts';
import type { FileContent, EnvelopeGraph } from '#domain/envelope/graph.ts';
import { after, draftGraph, factsAt, ORIGINAL, PREPARED } from './graphs.ts';

/** A file with this many pages whose bytes are unique. */
export function contentNamed(letter: string, pageCount = 2): FileContent {
  const file = { sha256: letter.repeat(64), key: `org_1/blobs/${letter}`, pageCount, sizeBytes: 100 };
  return {
    sourceFormat: 'pdf',
    original: { ...ORIGINAL, ...file },
    prepared: { ...PREPARED, ...file },
    variables: [],
  };
}

/** How a file is prepared by default. */
export const USUAL = { trackedChanges: 'accept', textTags: false, variableValues: null } as const;

export const ADDED: AddFileInput = {
  id: 'document_added',
  name: 'Annex.pdf',
  content: contentNamed('d'),
  ...USUAL,
  tags: [],
  detect: false,
};

/** Returns the decision on a change, for a document joined from its files. */
export function ofFiles(change: FileChange | Refuse): Decision {
  if (change.kind === 'refuse') return change;
  const received = listReceivedFiles(change.files);
  const pageCount = received.reduce((sum, { content }) => sum + (content.prepared.pageCount ?? 0), 0);
  const sha256 = received.map(({ content }) => content.prepared.sha256.slice(0, 4)).join('');
  return change.decide({ ...PREPARED, sha256, pageCount }, new Map());
}

/** A draft of two files with three and two pages. Alice and Bob each have a field on a first page. */
export function twoFiles(): EnvelopeGraph {
  const graph = draftGraph();
  return after(graph, ofFiles(addFile(graph, ADDED, factsAt())));
}
