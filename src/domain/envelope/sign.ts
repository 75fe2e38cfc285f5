import { accept, type Decision, type FieldAttachment, type Patch, refuse, type Refuse } from '../decision.ts';
import type { Effect } from '../effects.ts';
import type { Issue } from '../errors.ts';
import { toCanonicalJson } from '../event/canonical.ts';
import type { EventPayloads, NewEvent } from '../event/catalogue.ts';
import type { Timestamp } from '../timestamp.ts';
import { toAttachment } from '../field/attachment.ts';
import { isAnnotation } from '../field/answer.ts';
import { resolveAutoValues } from '../field/autofill.ts';
import { listCurrentSigners, listNextSigners, resolveActingSigner } from './turn.ts';
import type { Facts } from './facts.ts';
import {
  type EnvelopeGraph,
  findDocument,
  MARK_PURPOSES,
  type Participant,
  type SignatureMark,
} from './graph.ts';
import { buildIntent, type ShownStatement } from './intent.ts';
import { buildLinkEvents, issueLink } from './links.ts';
import { isEmailed } from './participant-delivery.ts';
import { type AnswerInput, type Answers, resolveAnswers } from './sign-answers.ts';
import { isSameAddress } from './same-address.ts';
import { type Proof, toSignedWith } from './signing.ts';

export type SignInput = AnswerInput & {
  /** The SHA-256 of the bytes that the page showed, if the client sends it. */
  readonly documentHash: string | undefined;
  readonly organizationName: string;
  /** The time zone of the signer's device, as an IANA name. Null if the device didn't say. */
  readonly timeZone: string | null;
  /**
   * The statement that the page showed above its last button. Null if the page didn't say in which language.
   */
  readonly statement: ShownStatement | null;
  /** How the page showed the document. Null if the page didn't say. */
  readonly pages: ReportedPages | null;
  /** When the values that the service fills in were fixed. Default: now. */
  readonly fixedAt?: Timestamp;
  /** Whether they chose to sign without the passkey that they were offered. */
  readonly withoutPasskey?: boolean;
  /** What they signed with. */
  readonly proof?: Proof | undefined;
};

/**
 * How each page of the document reached a person's screen, as reported by the page that they signed on. Page
 * numbers count from 1.
 */
type ShownPages = {
  /** Pages that the browser drew from the document itself. */
  readonly rendered: readonly number[];
  /** Pages that were shown as a picture from the server. */
  readonly pictures: readonly number[];
};

/**
 * The shown pages, and in `failed` the pages that the person went to but that couldn't be shown in either
 * way.
 */
type ReportedPages = ShownPages & { readonly failed: readonly number[] };

/** The participants who are asked next, and whether nobody is left to sign. */
type Turn = { readonly next: readonly Participant[]; readonly isLast: boolean };

/**
 * Signs or approves for one participant, with all values or none. Repeating it after success changes nothing.
 * When the participant's group is done, the next group gets its turn, or the envelope is completed.
 */
export function sign(graph: EnvelopeGraph, participantId: string, input: SignInput, facts: Facts): Decision {
  const known = graph.participants.find(({ id }) => id === participantId);
  if (known?.status === 'signed') return accept({});
  const agreed = resolveAgreement(graph, participantId, input, facts);
  if (agreed.kind === 'refuse') return agreed;
  const { participant, answered, autoFilled } = agreed;
  const { signing } = participant;
  const mayLeaveOut = signing.method === 'click' || (!signing.required && input.withoutPasskey === true);
  if (input.proof === undefined && !mayLeaveOut)
    return refuse('invalid_state', { status: graph.envelope.status, reason: 'proof_required' });

  const next = listNextSigners(graph, participantId);
  const isLast = graph.participants.every(({ id, status }) => id === participantId || status === 'signed');
  return accept({
    patch: buildSignedPatch(graph, participant, { next, isLast }, answered, input, facts),
    events: [
      ...(autoFilled.length === 0
        ? []
        : [
            {
              action: 'participant.fields_auto_resolved',
              payload: { participantId, fields: autoFilled },
            } satisfies NewEvent,
          ]),
      {
        action: participant.role === 'approver' ? 'participant.approved' : 'participant.signed',
        payload: { ...agreed.signed, ...(input.proof === undefined ? {} : { proof: input.proof }) },
      },
      ...(isLast
        ? [
            {
              action: 'envelope.completed',
              payload: {
                participantCount: graph.participants.length,
                fieldCount: graph.fields.filter((field) => !isAnnotation(field)).length,
              },
            } satisfies NewEvent,
          ]
        : buildLinkEvents(next)),
    ],
    effects: followUp(graph, { next, isLast }),
  });
}

/** What someone agrees to with this input, once everything has been checked. */
export type Agreement = {
  readonly kind: 'agreed';
  readonly participant: Participant;
  readonly answered: Answers;
  readonly autoFilled: EventPayloads['participant.fields_auto_resolved']['fields'];
  readonly signed: EventPayloads['participant.signed'];
};

/** Returns what a participant agrees to with this input, or why they can't sign with it. */
export function resolveAgreement(
  graph: EnvelopeGraph,
  participantId: string,
  input: SignInput,
  facts: Facts,
): Agreement | Refuse {
  const acting = resolveActingSigner(graph, participantId, 'sign', facts.now);
  if (acting.kind === 'refuse') return acting;
  const { participant } = acting;

  const prepared = findDocument(graph, 'prepared');
  if (prepared === null)
    return refuse('invalid_state', { status: graph.envelope.status, reason: 'document_missing' });
  if (input.documentHash !== undefined && input.documentHash !== prepared.sha256) {
    return refuse('invalid_state', { status: graph.envelope.status, reason: 'document_changed' });
  }
  if (graph.envelope.consumerDisclosure && participant.consentedAt === null) {
    return refuse('invalid_state', { status: graph.envelope.status, reason: 'consent_required' });
  }

  const { pages } = input;
  const wrongPages = pages === null ? [] : listShownPagesIssues(pages, prepared.pageCount ?? 0);
  if (wrongPages.length > 0) return refuse('validation_failed', { issues: wrongPages });
  const missing = pages === null ? [] : listMissingPages(pages);
  if (missing.length > 0) {
    const { status } = graph.envelope;
    return refuse('invalid_state', { status, reason: 'pages_not_shown', pages: missing });
  }

  const own = graph.fields.filter((field) => field.participantId === participantId);
  const resolved = resolveAutoValues(own, {
    envelope: graph.envelope,
    participant,
    organizationName: input.organizationName,
    now: input.fixedAt ?? facts.now,
    timeZone: input.timeZone,
  });
  const others = graph.fields.filter((field) => field.participantId !== participantId);
  const answered = resolveAnswers({ own, others }, resolved, input, facts);
  if (answered.issues.length > 0)
    return refuse('validation_failed', { issues: answered.issues satisfies Issue[] });

  return {
    kind: 'agreed',
    participant,
    answered,
    autoFilled: resolved.filter(({ fieldId }) => answered.values.has(fieldId)),
    signed: {
      participantId,
      documentHash: prepared.sha256,
      valuesHash: facts.sha256(toCanonicalJson(Object.fromEntries(answered.values))),
      fieldCount: answered.values.size,
      signatureKind: input.marks.signature?.kind ?? null,
      signatureHash: markHash(input.marks.signature, facts.sha256),
      initialsHash: markHash(input.marks.initials, facts.sha256),
      ...toLoggedStamp(markHash(selectUsedMarks(graph, answered, input).stamp, facts.sha256)),
      intent: buildIntent(participant.role, input.statement, facts),
      ...(input.timeZone === null ? {} : { timeZone: input.timeZone }),
      ...(pages === null ? {} : { pages: toLoggedPages(pages) }),
      ...toLoggedFiles(selectGivenFiles(answered, input)),
    },
  };
}

/** Returns what is wrong with a report about a document with this many pages. */
function listShownPagesIssues(pages: ReportedPages, pageCount: number): Issue[] {
  return (['rendered', 'pictures', 'failed'] as const)
    .filter((how) => pages[how].some((number) => number > pageCount))
    .map((how) => ({ path: `/pages/${how}`, message: `must be at most ${pageCount} each` }));
}

/**
 * Returns the pages that are missing from the person's screen: those that failed, and page 1 as well if no
 * page was shown at all.
 */
function listMissingPages({ rendered, pictures, failed }: ReportedPages): readonly number[] {
  return rendered.length + pictures.length === 0 ? sortNumbers([1, ...failed]) : sortNumbers(failed);
}

/**
 * Returns a report in the form in which it is logged. A page that was shown in both ways counts as drawn by
 * the browser.
 */
function toLoggedPages({ rendered, pictures }: ReportedPages): {
  rendered: number[];
  pictures: number[];
} {
  return {
    rendered: sortNumbers(rendered),
    pictures: sortNumbers(pictures.filter((number) => !rendered.includes(number))),
  };
}

function sortNumbers(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((one, other) => one - other);
}

/**
 * Returns the hash of a mark for the log, so that anyone can check that the seal contains that exact mark.
 * The style of typed text is hashed as a second line, which the text itself can't have.
 */
export function markHash(mark: SignatureMark | undefined, sha256: Facts['sha256']): string | null {
  if (mark === undefined) return null;
  if (mark.kind !== 'typed') return sha256(mark.image);
  return sha256(mark.style === undefined ? mark.text : `${mark.text}\n${mark.style}`);
}

/** Returns the marks without a stamp that stands in no field, since the certificate lists what was stamped. */
function selectUsedMarks(
  graph: EnvelopeGraph,
  { values }: Answers,
  { marks }: SignInput,
): SignInput['marks'] {
  const isStamped = graph.fields.some(({ id, type }) => type === 'stamp' && values.has(id));
  if (isStamped) return marks;
  const { stamp: _, ...others } = marks;
  return others;
}

/** Events and statements without a stamp don't mention it. */
function toLoggedStamp(stampHash: string | null): { stampHash?: string } {
  return stampHash === null ? {} : { stampHash };
}

/** Returns the files of answered fields. A hidden field drops its file. */
function selectGivenFiles(answered: Answers, { attachments }: SignInput): readonly FieldAttachment[] {
  return attachments.filter(({ fieldId }) => answered.values.has(fieldId));
}

function toLoggedFiles(files: readonly FieldAttachment[]) {
  if (files.length === 0) return {};
  return { attachments: files.map((file) => ({ fieldId: file.fieldId, ...toAttachment(file) })) };
}

function buildSignedPatch(
  graph: EnvelopeGraph,
  participant: Participant,
  { next, isLast }: Turn,
  answered: Answers,
  input: SignInput,
  facts: Facts,
): Patch {
  const signer = {
    id: participant.id,
    status: 'signed' as const,
    signedAt: facts.now,
    nextReminderAt: null,
    lastIpAddress: facts.audit.ipAddress,
    lastUserAgent: facts.audit.userAgent,
    ...(input.timeZone === null ? {} : { timeZone: input.timeZone }),
    ...(input.proof === undefined ? {} : { signedWith: toSignedWith(input.proof) }),
  };
  const given = selectGivenFiles(answered, input);
  return {
    envelope: isLast ? { status: 'completed', completedAt: facts.now } : {},
    participants: {
      update: [signer, ...next.map((one) => issueLink(one, graph.envelope, facts.now))],
    },
    fields: {
      update: [...answered.values].map(([id, value]) => {
        const files = given.filter(({ fieldId }) => fieldId === id);
        return {
          id,
          value,
          filledAt: facts.now,
          ...(files.length === 0 ? {} : { attachments: files.map(toAttachment) }),
        };
      }),
    },
    marks: MARK_PURPOSES.flatMap((purpose) => {
      const mark = selectUsedMarks(graph, answered, input)[purpose];
      return mark === undefined ? [] : [{ participantId: participant.id, purpose, mark }];
    }),
    attachments: given,
  };
}

function followUp(graph: EnvelopeGraph, { next, isLast }: Turn): Effect[] {
  const { organizationId, id: envelopeId } = graph.envelope;
  if (isLast) return [{ name: 'svc/envelope.completed', payload: { organizationId, envelopeId } }];
  return next.filter(isEmailed).map(({ id: participantId }) => ({
    name: 'svc/participant.link_issued',
    payload: { organizationId, envelopeId, participantId },
  }));
}

/** A signed-in person. */
type Account = { readonly userId: string; readonly email: string };

/** Records that the sender opened their own turn from their account, not by email. */
export function signNow(graph: EnvelopeGraph, account: Account, facts: Facts): Decision {
  const found = resolveSenderTurn(graph, account, facts);
  if (found.kind === 'refuse') return found;
  const { id: participantId, email } = found.participant;
  return accept({ events: [{ action: 'participant.account_used', payload: { participantId, email } }] });
}

/**
 * Records that the sender took their own link, where no mail server could send it or confirm their address. They
 * may be anyone who knows the account, so the log says no more than that the link was passed on.
 */
export function takeOwnLink(graph: EnvelopeGraph, account: Account, facts: Pick<Facts, 'now'>): Decision {
  const found = resolveSenderTurn(graph, account, facts);
  if (found.kind === 'refuse') return found;
  const { id: participantId, linkEpoch: epoch, email } = found.participant;
  return accept({
    events: [{ action: 'participant.link_copied', payload: { participantId, epoch, email } }],
  });
}

/** Returns the sender as the signer whose turn it is. Refuses everyone else with `not_your_turn`. */
export function resolveSenderTurn(
  graph: EnvelopeGraph,
  { userId, email }: Account,
  { now }: Pick<Facts, 'now'>,
): { readonly kind: 'signer'; readonly participant: Participant } | Refuse {
  const own = listCurrentSigners(graph.participants).find(
    (one) => isEmailed(one) && isSameAddress(one.email, email),
  );
  if (own === undefined || graph.envelope.senderUserId !== userId) return refuse('not_your_turn');
  return resolveActingSigner(graph, own.id, 'sign', now);
}
