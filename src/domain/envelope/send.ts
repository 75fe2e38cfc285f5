import { arePlaced, listFormPlaces } from '../document/earlier-signatures.ts';
import { sendCopies } from './copies.ts';
import { accept, type Accept, type Decision, refuse, refuseInvalid } from '../decision.ts';
import { listAnnotations } from '../field/annotations.ts';
import { getShownValue, isAnnotation } from '../field/answer.ts';
import { toCanonicalJson } from '../event/canonical.ts';
import type { SentVersion } from '../event/catalogue.ts';
import type { Effect } from '../effects.ts';
import type { Issue } from '../errors.ts';
import type { Facts } from './facts.ts';
import { validateFieldRules } from './fields.ts';
import { getAutoValue } from '../field/autofill.ts';
import { toListedFiles } from './files/file.ts';
import { refuseMissingFiles } from './files/receive-file.ts';
import { type EnvelopeField, type EnvelopeGraph, findDocument } from './graph.ts';
import { buildLinkEvents, issueLink } from './links.ts';
import { refuseByStatus } from './lifecycle.ts';
import { resolveMessage, resolveNotes } from './message.ts';
import { validatePersonMeans } from './person-means.ts';
import { isEmailed } from './participant-delivery.ts';
import { buildNameSources, resolveEnvelopeName, type SendSources } from './name.ts';
import { withoutQueuedDetection } from './detect.ts';
import { listCurrentSigners } from './turn.ts';
import type { Loss } from '../organization/may-still.ts';
import type { Timestamp } from '../timestamp.ts';

/**
 * Sends the envelope: freezes it, names it according to its pattern, and issues the links of the first group.
 */
export function send(graph: EnvelopeGraph, sources: SendSources, facts: Facts): Decision {
  const { envelope } = graph;
  const refusedByStatus = refuseByStatus('send', envelope);
  if (refusedByStatus !== null) return refusedByStatus;
  const prepared = findDocument(graph, 'prepared');
  if (prepared === null)
    return refuse('invalid_state', { status: envelope.status, reason: 'document_missing' });
  const missingFiles = refuseMissingFiles(graph);
  if (missingFiles !== null) return missingFiles;

  const issues = validateReadiness(graph, prepared.pageCount ?? 0, sources, facts);
  if (issues.length > 0) return refuse('validation_failed', { issues });

  const versions = listVersions(graph, prepared.sha256, sources);
  if (versions === 'outdated') return refuse('version_conflict', { currentVersion: envelope.version });

  const first = listCurrentSigners(graph.participants);
  const names = buildNameSources(graph, sources, facts.now);
  const displayName = resolveEnvelopeName(graph, names);
  const message = resolveMessage(envelope.message, names);
  const copies = sendCopies(graph, 'sent', facts.now);
  const notes = resolveNotes(graph.participants, names);
  return accept({
    patch: {
      envelope: {
        status: 'in_progress',
        displayName,
        message,
        sentAt: facts.now,
        scheduledSendAt: null,
        scheduleFailedAt: null,
        ...withoutQueuedDetection(envelope),
      },
      copies: { update: copies.update },
      participants: {
        update: [
          ...first.map((signer) => ({
            ...issueLink(signer, envelope, facts.now),
            message: notes.get(signer.id) ?? signer.message,
          })),
          ...graph.participants.flatMap(({ id }) => {
            const message = notes.get(id);
            return message === undefined || first.some((signer) => signer.id === id) ? [] : [{ id, message }];
          }),
        ],
      },
    },
    events: [
      {
        action: 'envelope.sent',
        payload: {
          displayName,
          documentHash: prepared.sha256,
          pageCount: prepared.pageCount ?? 0,
          legalFramework: envelope.legalFramework,
          consumerDisclosure: envelope.consumerDisclosure,
          expiresAt: envelope.expiresAt,
          participants: graph.participants.map(({ id, orderIndex, name, email, role, delivery }) => ({
            participantId: id,
            orderIndex,
            name,
            email,
            ...(role === 'approver' ? { role } : {}),
            ...(delivery === 'email' ? {} : { delivery }),
          })),
          ...(message === null ? {} : { message }),
          ...toListedFiles(graph.files),
          ...hashAnnotations(graph.fields, facts.sha256),
          ...(versions === null ? {} : { versions: [...versions] }),
        },
      },
      ...buildLinkEvents(first),
      ...copies.events,
    ],
    effects: [
      ...first.filter(isEmailed).map(({ id: participantId }): Effect => ({
        name: 'svc/envelope.sent',
        payload: { organizationId: envelope.organizationId, envelopeId: envelope.id, participantId },
      })),
      ...copies.effects,
    ],
  });
}

/**
 * Returns the hash of what the sender put on the pages. The document's own hash doesn't cover it, so the log says
 * what everyone saw besides.
 */
function hashAnnotations(
  fields: readonly EnvelopeField[],
  sha256: Facts['sha256'],
): { annotationsHash?: string } {
  const annotations = listAnnotations(fields);
  return annotations.length === 0 ? {} : { annotationsHash: sha256(toCanonicalJson(annotations)) };
}

/** Returns the versions to record. They are outdated if the document has changed since they were compared. */
function listVersions(
  { envelope }: EnvelopeGraph,
  documentHash: string,
  { versions }: SendSources,
): readonly SentVersion[] | 'outdated' | null {
  if (envelope.previousVersionId === null || versions === null) return null;
  const own = versions.at(-1);
  return own?.envelopeId === envelope.id && own.documentHash === documentHash ? versions : 'outdated';
}

function validateReadiness(
  graph: EnvelopeGraph,
  pageCount: number,
  sources: SendSources,
  facts: Facts,
): Issue[] {
  const issues: Issue[] = [...sources.crowded];
  if (graph.participants.length === 0)
    issues.push({ path: '/participants', message: 'must have at least one participant' });
  graph.participants.forEach((participant, index) => {
    const { authenticationMethod: method, authenticationProvider: provider, signing } = participant;
    const person = { authentication: { method, provider }, signing };
    issues.push(...validatePersonMeans(person, sources.means, `/participants/${index}`));
  });
  graph.fields.forEach((field, index) => {
    if (isAnnotation(field)) {
      if (!getShownValue(field)) issues.push({ path: `/fields/${index}/prefillValue`, message: 'is empty' });
    } else if (field.participantId === null)
      issues.push({ path: `/fields/${index}`, message: 'is not assigned to a participant' });
    if (!field.placed)
      issues.push({
        path: `/fields/${index}/anchor`,
        message: 'has no place: its text is not in the document',
      });
    if (field.page > pageCount)
      issues.push({
        path: `/fields/${index}/page`,
        message: `is not on any of the document's ${pageCount} pages`,
      });
    if (isForeverEmpty(graph, field, sources, facts))
      issues.push({ path: `/fields/${index}`, message: 'is required and locked but has no value' });
  });
  issues.push(...validateFormPlaces(graph));
  issues.push(...validateFieldRules(graph.fields, graph.participants));
  if (graph.envelope.expiresAt !== null && graph.envelope.expiresAt <= facts.now) {
    issues.push({ path: '/policy/expiresAt', message: 'is in the past' });
  }
  return issues;
}

/** Checks the fields of a document whose earlier signatures permit only filling in its form. */
function validateFormPlaces(graph: EnvelopeGraph): Issue[] {
  const places = listFormPlaces(findDocument(graph, 'prepared')?.notices ?? []);
  if (places === null) return [];
  return arePlaced(graph.fields, places).flatMap((isPlaced, index) =>
    isPlaced
      ? []
      : [
          {
            path: `/fields/${index}`,
            message:
              'is not on a form field of its kind, and the signatures that the document has permit nothing else',
          },
        ],
  );
}

/**
 * Checks whether a required field is locked and has neither a value nor a source, so that nobody could ever
 * fill it.
 */
function isForeverEmpty(
  { envelope, participants }: EnvelopeGraph,
  field: EnvelopeField,
  { organizationName }: SendSources,
  { now }: Facts,
): boolean {
  const participant = participants.find(({ id }) => id === field.participantId);
  if (!field.locked || !field.required || participant === undefined) return false;
  if (field.prefillValue !== null && field.prefillValue !== '') return false;
  if (field.autoSource === null) return true;
  return (
    (getAutoValue(field.autoSource, { envelope, participant, organizationName, now, timeZone: null }) ??
      '') === ''
  );
}

/**
 * Schedules sending on behalf of a member. The envelope must be ready now, but may still change before it is
 * sent.
 */
export function schedule(
  graph: EnvelopeGraph,
  { sendAt, scheduledBy }: { readonly sendAt: Timestamp; readonly scheduledBy: string },
  sources: SendSources,
  facts: Facts,
): Decision {
  if (sendAt <= facts.now) return refuseInvalid('/sendAt', 'must be in the future');
  const ready = send(graph, sources, facts);
  if (ready.kind === 'refuse') return ready;
  const { expiresAt } = graph.envelope;
  if (expiresAt !== null && expiresAt <= sendAt)
    return refuseInvalid('/sendAt', 'must be before the envelope expires');
  return accept({
    patch: {
      envelope: {
        scheduledSendAt: sendAt,
        scheduledBy,
        scheduleFailedAt: null,
        ...withoutQueuedDetection(graph.envelope),
      },
    },
    events: [{ action: 'envelope.scheduled', payload: { sendAt } }],
  });
}

/** Cancels scheduled sending and leaves the draft as it is. */
export function unschedule(graph: EnvelopeGraph): Decision {
  const refusedByStatus = refuseByStatus('schedule', graph.envelope);
  if (refusedByStatus !== null) return refusedByStatus;
  const { scheduledSendAt: sendAt } = graph.envelope;
  if (sendAt === null) return accept({});
  return accept({
    patch: { envelope: { scheduledSendAt: null } },
    events: [{ action: 'envelope.schedule_canceled', payload: { sendAt } }],
  });
}

/** Sends a due envelope. If it is no longer ready, cancels the schedule and logs why. */
export function sendAsScheduled(graph: EnvelopeGraph, sources: SendSources, facts: Facts): Decision {
  if (!isDue(graph, facts)) return accept({});
  const sent = send(graph, sources, facts);
  return sent.kind === 'accept' ? sent : failSchedule(graph, sent.code, facts);
}

/**
 * Holds a due envelope because the person who scheduled it may no longer send it. It stays a draft until
 * someone else decides.
 */
export function holdScheduled(graph: EnvelopeGraph, loss: Loss, facts: Facts): Decision {
  return isDue(graph, facts) ? failSchedule(graph, `sender_${loss}`, facts) : accept({});
}

function isDue({ envelope: { scheduledSendAt } }: EnvelopeGraph, { now }: Facts): boolean {
  return scheduledSendAt !== null && scheduledSendAt <= now;
}

function failSchedule({ envelope }: EnvelopeGraph, reason: string, { now }: Facts): Accept {
  const { organizationId, id: envelopeId } = envelope;
  return accept({
    patch: { envelope: { scheduledSendAt: null, scheduleFailedAt: now } },
    events: [{ action: 'envelope.schedule_failed', payload: { reason } }],
    effects: [{ name: 'svc/envelope.schedule_failed', payload: { organizationId, envelopeId } }],
  });
}
