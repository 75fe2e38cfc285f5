import { accept, type Refuse } from '../../decision.ts';
import type { FoundTag } from '../../document/tags.ts';
import type { EnvelopeGraph, EnvelopeFile, FileContent, Preparation } from '../graph.ts';
import type { Facts } from '../facts.ts';
import { withTags } from '../tagged-fields.ts';
import { isDetectionUnderWay, queueDetection, requestReading } from '../detect.ts';
import {
  buildFilesPatch,
  refuseFileChange,
  refuseJoining,
  refuseTooMany,
  type FileChange,
} from './changed-files.ts';
import { placeFiles } from './file.ts';

export type AddFileInput = Preparation & {
  readonly id: string;
  readonly name: string;
  /**
   * The received file, `processing` if a job is still converting it, or `awaited` if it will be uploaded
   * later.
   */
  readonly content: FileContent | 'processing' | 'awaited';
  /** The tags that were removed from the file. */
  readonly tags: readonly FoundTag[];
  readonly detect: boolean;
};

/** Adds a file after the others and detects its fields once its bytes are there. */
export function addFile(graph: EnvelopeGraph, input: AddFileInput, facts: Facts): FileChange | Refuse {
  const refused = refuseFileChange(graph) ?? refuseJoining(graph) ?? refuseTooMany(graph);
  if (refused !== null) return refused;
  const { id, name, content, trackedChanges, textTags, variableValues, tags } = input;
  const detect = input.detect && tags.length === 0;
  const file: EnvelopeFile = {
    ...{ id, name, trackedChanges, textTags, detectionWanted: detect },
    variableValues: typeof content === 'string' ? variableValues : null,
    status: typeof content === 'string' ? content : 'received',
    refusal: null,
    content: typeof content === 'string' ? null : content,
  };
  const files = [...forgetCanceledDetection(graph), file];
  return {
    kind: 'change',
    files,
    decide: (whole, outcomes) => {
      const isRequested = file.content !== null && detect && !isDetectionUnderWay(graph.envelope);
      const detection = isRequested ? queueDetection(graph.envelope) : null;
      const placed = placeFiles(files).at(-1);
      const firstPage = placed?.firstPage ?? 1;
      const joined = buildFilesPatch(graph, { files, whole, outcomes }, facts);
      const patch = withTags(graph, joined, { tags, firstPage }, facts);
      return accept({
        patch: { ...patch, envelope: { ...patch.envelope, ...detection?.changes } },
        events: [
          {
            action: 'envelope.document_added',
            payload: {
              documentId: id,
              name,
              contentHash: file.content?.original.sha256 ?? null,
              documentHash: whole.sha256,
              firstPage: placed?.firstPage ?? null,
              pageCount: placed?.pageCount ?? null,
              notices: [...(file.content?.prepared.notices ?? [])],
            },
          },
        ],
        effects: file.status === 'processing' ? [requestReading(graph.envelope)] : (detection?.effects ?? []),
      });
    },
  };
}

/** Clears requests for detection that was canceled before it started. */
function forgetCanceledDetection({ envelope, files }: EnvelopeGraph): readonly EnvelopeFile[] {
  return isDetectionUnderWay(envelope)
    ? files
    : files.map((file) => (file.content === null ? file : { ...file, detectionWanted: false }));
}
