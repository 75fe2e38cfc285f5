import { accept, type Decision, refuse } from '../decision.ts';
import { LIMITS } from '../limits.ts';
import type { Facts } from './facts.ts';
import {
  type DetectedParty,
  type Envelope,
  type EnvelopeField,
  type EnvelopeGraph,
  findDocument,
} from './graph.ts';
import { LIFECYCLE, refuseByStatus } from './lifecycle.ts';
import { findFile, listReceivedFiles } from './files/file.ts';
import type { Effect } from '../effects.ts';
import { isFoundField } from './tagged-fields.ts';
import { NO_DETAILS } from '../field/details.ts';
import { intersectRectangles, type Rectangle } from '../field/geometry.ts';
import { USUAL_DATE } from '../field/formats.ts';
import { deriveFieldKeys } from '../field/key.ts';
import { UNASSIGNED } from '../field/unassigned-role.ts';

/**
 * A field that was found in the document and doesn't belong to an envelope yet. `box` is in fractions of the
 * page, with the origin at the top left.
 */
export type FoundField = Pick<
  EnvelopeField,
  | 'type'
  | 'page'
  | 'label'
  | 'required'
  | 'options'
  | 'group'
  | 'partyIndex'
  | 'proposedAutoSource'
  | 'source'
> & { readonly box: Rectangle };

/** What detection found in an envelope's document. */
export type Found = {
  readonly fields: readonly FoundField[];
  readonly parties: readonly DetectedParty[];
};

/** Two boxes mark the same blank if they overlap by more than this share of the smaller one. */
const SAME_PLACE = 0.5;

type Named = Pick<Envelope, 'id' | 'organizationId'>;

/** Requests detection and marks it as started, so that nobody edits the draft in the meantime. */
export function requestDetection(graph: EnvelopeGraph): Decision {
  const { envelope } = graph;
  const refusedByStatus = refuseByStatus('detect', envelope);
  if (refusedByStatus !== null) return refusedByStatus;
  if (findDocument(graph, 'prepared') === null)
    return refuse('invalid_state', { status: envelope.status, reason: 'document_missing' });
  const files = graph.files.map((file) =>
    file.content === null ? file : { ...file, detectionWanted: true },
  );
  return { ...beginDetection(files), effects: [requestReading(envelope)] };
}

/** Starts queued detection. Does nothing if the envelope has moved on or if detection is already running. */
export function startDetection(graph: EnvelopeGraph): Decision {
  const { envelope } = graph;
  const isDue = envelope.detectionStatus === 'queued' && refuseByStatus('detect', envelope) === null;
  return isDue && findDocument(graph, 'prepared') !== null ? beginDetection(graph.files) : accept({});
}

function beginDetection(files: EnvelopeGraph['files']) {
  return accept({
    patch: { envelope: { status: LIFECYCLE.detect.to, detectionStatus: 'running' }, files },
    events: [{ action: 'envelope.detection_started', payload: {} }],
  });
}

/**
 * Adds the detected fields to the draft and keeps everything that the sender has placed. `readFiles` are the
 * files that have been read, by default all of them. Files that were added in the meantime are read next.
 */
export function completeDetection(
  graph: EnvelopeGraph,
  found: Found,
  facts: Facts,
  readFiles?: readonly string[],
): Decision {
  if (refuseByStatus('finish-detection', graph.envelope) !== null) return accept({});
  if (isOvertaken(graph, readFiles)) return accept({});
  const { fields, parties } = mergeFound(graph, found, facts);
  const { files, changes, effects } = applyReading(graph, readFiles);
  return accept({
    patch: {
      envelope: {
        status: LIFECYCLE['finish-detection'].to,
        detectionStatus: 'completed',
        detectedParties: parties.length === 0 ? null : parties,
        ...changes,
      },
      files,
      fields: { replace: [...graph.fields, ...fields] },
    },
    events: [
      {
        action: 'envelope.detection_completed',
        payload: { fieldCount: fields.length, partyCount: parties.length },
      },
    ],
    effects,
  });
}

/**
 * Gives up on detection after the last attempt and leaves the draft as it is. `readFiles` are the files that
 * should have been read, by default all of them. Files that were added in the meantime are read next.
 */
export function failDetection(graph: EnvelopeGraph, reason: string, readFiles?: readonly string[]): Decision {
  if (refuseByStatus('finish-detection', graph.envelope) !== null) return accept({});
  if (isOvertaken(graph, readFiles)) return accept({});
  const { files, changes, effects } = applyReading(graph, readFiles);
  return accept({
    patch: {
      envelope: { status: LIFECYCLE['finish-detection'].to, detectionStatus: 'failed', ...changes },
      files,
    },
    events: [{ action: 'envelope.detection_failed', payload: { reason } }],
    effects,
  });
}

/**
 * Checks whether another job has read the same files in the meantime. Any detection that is running now then
 * belongs to that job and reads other files.
 */
function isOvertaken(graph: EnvelopeGraph, readFiles: readonly string[] | undefined): boolean {
  if (readFiles === undefined || readFiles.length === 0) return false;
  return readFiles.every((id) => findFile(graph, id)?.detectionWanted === false);
}

/** Marks files as read, and requests detection of those that still have to be read. */
function applyReading(
  graph: EnvelopeGraph,
  readFiles: readonly string[] = listReceivedFiles(graph.files).map(({ id }) => id),
) {
  const files = graph.files.map((file) =>
    readFiles.includes(file.id) ? { ...file, detectionWanted: false } : file,
  );
  const isMoreWanted = listReceivedFiles(files).some(({ detectionWanted }) => detectionWanted);
  const next = isMoreWanted ? queueDetection(graph.envelope) : null;
  return { files, changes: next?.changes ?? {}, effects: next?.effects ?? [] };
}

/** Returns the job that reads an envelope's document. */
export function requestReading({ id, organizationId }: Named): Effect {
  return { name: 'svc/document.received', payload: { organizationId, envelopeId: id } };
}

/** Queues detection: returns the envelope's changes and the job. */
export function queueDetection(envelope: Named): {
  readonly changes: { readonly detectionStatus: 'queued' };
  readonly effects: readonly Effect[];
} {
  return { changes: { detectionStatus: 'queued' }, effects: [requestReading(envelope)] };
}

/**
 * Checks whether detection is running or about to start, so that files added in the meantime are read as
 * well.
 */
export function isDetectionUnderWay({
  status,
  detectionStatus,
}: Pick<Envelope, 'status' | 'detectionStatus'>): boolean {
  return status === 'detecting' || detectionStatus === 'queued';
}

/** Returns the changes that cancel detection that hasn't started. */
export function withoutQueuedDetection({ detectionStatus }: Envelope): { readonly detectionStatus?: 'none' } {
  return detectionStatus === 'queued' ? { detectionStatus: 'none' } : {};
}

/**
 * Returns the fields to add to a draft, in reading order, and the draft's parties with their number of
 * fields. Skips places that already have a field.
 */
export function mergeFound(
  graph: EnvelopeGraph,
  found: Found,
  facts: Facts,
): { readonly fields: EnvelopeField[]; readonly parties: DetectedParty[] } {
  const room = LIMITS.fieldsMax - graph.fields.length;
  const added = found.fields
    .flatMap(cutToPage)
    .filter((field) =>
      graph.fields.every((placed) => placed.page !== field.page || !isSamePlace(placed, field.box)),
    )
    .sort(compareReadingOrder)
    .slice(0, Math.max(0, room));
  const keys = deriveFieldKeys([...graph.fields, ...added]).slice(graph.fields.length);
  return {
    fields: added.map((field, index) => toField(graph, field, keys[index] ?? '', facts)),
    parties: found.parties.map((party) => ({
      ...party,
      fieldCount: [...graph.fields.filter(isFoundField), ...added].filter(
        ({ partyIndex }) => partyIndex === party.index,
      ).length,
    })),
  };
}

/** Crops a field at the page's edges, and drops it if it lies outside the page. */
function cutToPage(field: FoundField): FoundField[] {
  const { box } = field;
  const x = Math.max(0, box.x);
  const y = Math.max(0, box.y);
  const width = Math.min(1, box.x + box.width) - x;
  const height = Math.min(1, box.y + box.height) - y;
  return width > 0 && height > 0 ? [{ ...field, box: { x, y, width, height } }] : [];
}

/** Checks whether two boxes on one page mark the same blank. */
export function isSamePlace(one: Rectangle, other: Rectangle): boolean {
  const smaller = Math.min(one.width * one.height, other.width * other.height);
  const shared = intersectRectangles(one, other);
  return shared !== null && shared.width * shared.height > smaller * SAME_PLACE;
}

type Placed = { readonly page: number; readonly box: Rectangle };

/** Compares places by page, then from top to bottom and from left to right. */
export function compareReadingOrder(one: Placed, other: Placed): number {
  return one.page - other.page || one.box.y - other.box.y || one.box.x - other.box.x;
}

function toField(
  { envelope, participants }: EnvelopeGraph,
  field: FoundField,
  key: string,
  facts: Facts,
): EnvelopeField {
  const { box, partyIndex, ...found } = field;
  const owner = participants.find(
    ({ detectedPartyIndex }) => partyIndex !== null && detectedPartyIndex === partyIndex,
  );
  return {
    ...found,
    ...NO_DETAILS,
    format: field.type === 'date' ? USUAL_DATE : null,
    key,
    ...{ x: box.x, y: box.y, width: box.width, height: box.height },
    id: facts.newId('field'),
    envelopeId: envelope.id,
    organizationId: envelope.organizationId,
    participantId: owner?.id ?? null,
    partyIndex,
    ...(partyIndex === null ? UNASSIGNED : { syntheticRoleId: null, syntheticRoleName: null }),
    placed: true,
    prefillValue: null,
    locked: false,
    autoSource: null,
    value: null,
    attachments: [],
    filledAt: null,
    createdAt: facts.now,
    updatedAt: facts.now,
  };
}
