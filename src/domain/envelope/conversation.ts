import { accept, type Decision, refuse, refuseInvalid, type Refuse } from '../decision.ts';
import { LIMITS } from '../limits.ts';
import { HOUR_MS } from '../time.ts';
import type { Timestamp } from '../timestamp.ts';
import type { Facts } from './facts.ts';
import type { EnvelopeGraph, Participant } from './graph.ts';
import { refuseByStatus, refuseByStatusOrExpiry } from './lifecycle.ts';
import { isNotified } from './participant-delivery.ts';
import { isSameAddress } from './same-address.ts';
import type { Quote, Thread, ThreadKind, ThreadMessage, ThreadVisibility } from './thread.ts';

export type Question = {
  readonly kind: ThreadKind;
  readonly text: string;
  /** The passage that it is about, as the document's own text has it. */
  readonly quote: Quote | null;
  /** The words that should stand instead of the quote. Only for a change. */
  readonly proposal: string | null;
};

/**
 * Begins a thread: a participant who hasn't acted yet asks the sender a question, or requests a change. They
 * can still sign.
 */
export function ask(graph: EnvelopeGraph, participantId: string, question: Question, facts: Facts): Decision {
  const writing = resolveWriter(graph, participantId, facts.now);
  if (writing.kind === 'refuse') return writing;
  const { email } = writing.participant;
  if (graph.threads.length >= LIMITS.threadsMax)
    return refuse('invalid_state', { status: graph.envelope.status, reason: 'too_many_threads' });
  const { kind, text, quote, proposal } = question;
  if (proposal !== null && (kind !== 'change' || quote === null))
    return refuseInvalid('/proposal', 'needs a quote, and the kind change');
  const { id: envelopeId, organizationId } = graph.envelope;
  const message = createMessage(writing.participant, text, facts);
  const thread: Thread = {
    ...{ id: facts.newId('thread'), envelopeId, organizationId, participantId, email },
    ...{ kind, state: 'open', quote, proposal, visibleTo: 'participant', messages: [message] },
    ...{ createdAt: facts.now, updatedAt: facts.now },
  };
  const said = { participantId, email, threadId: thread.id, messageId: message.id, text };
  const quoted = quote === null ? null : { page: quote.page, text: quote.text };
  return accept({
    patch: { threads: [thread] },
    events: [
      kind === 'change'
        ? { action: 'participant.change_requested', payload: { ...said, quote: quoted, proposal } }
        : { action: 'participant.asked', payload: { ...said, quote: quoted } },
    ],
    effects: [tellSender(graph, thread, message)],
  });
}

/** Adds a participant's message to a thread of their own, which is then open again. */
export function askAgain(
  graph: EnvelopeGraph,
  participantId: string,
  { threadId, text }: { readonly threadId: string; readonly text: string },
  facts: Facts,
): Decision {
  const writing = resolveWriter(graph, participantId, facts.now);
  if (writing.kind === 'refuse') return writing;
  const thread = findThread(graph, threadId);
  if (thread === null || !isStartedBy(thread, writing.participant)) return refuse('not_found');
  const full = refuseFull(graph, thread);
  if (full !== null) return full;
  const message = createMessage(writing.participant, text, facts);
  const after: Thread = { ...addMessage(thread, message, facts), state: 'open' };
  return accept({
    patch: { threads: [after] },
    events: [
      {
        action: 'participant.asked',
        payload: { participantId, email: thread.email, threadId, messageId: message.id, text, quote: null },
      },
    ],
    effects: [tellSender(graph, after, message)],
  });
}

export type Answer = {
  readonly threadId: string;
  readonly text: string;
  /** Absent: as before. Once a thread is shown to everyone, it stays so. */
  readonly visibleTo?: ThreadVisibility | undefined;
  readonly author: Extract<ThreadMessage['author'], { readonly type: 'sender' }>;
};

/** Answers a thread on the sender's side, and may show it to everyone. The participant gets an email. */
export function answer(graph: EnvelopeGraph, given: Answer, facts: Facts): Decision {
  const refused = refuseByStatusOrExpiry('answer', graph.envelope, facts.now);
  if (refused !== null) return refused;
  const thread = findThread(graph, given.threadId);
  if (thread === null) return refuse('not_found');
  const full = refuseFull(graph, thread);
  if (full !== null) return full;
  if (thread.visibleTo === 'everyone' && given.visibleTo === 'participant')
    return refuseInvalid('/visibleTo', 'cannot be taken back once everyone sees the thread');
  const visibleTo = given.visibleTo ?? thread.visibleTo;
  const { id: threadId, participantId, email } = thread;
  const message = { id: facts.newId('threadMessage'), author: given.author, text: given.text, at: facts.now };
  return accept({
    patch: { threads: [{ ...addMessage(thread, message, facts), state: 'answered', visibleTo }] },
    events: [
      {
        action: 'envelope.answered',
        payload: { participantId, email, threadId, messageId: message.id, text: given.text, visibleTo },
      },
    ],
    effects: tellParticipant(graph, thread, message),
  });
}

/** Settles a thread, which no longer needs attention. A later message of the participant opens it again. */
export function settle(graph: EnvelopeGraph, threadId: string, facts: Facts): Decision {
  const refused = refuseByStatus('answer', graph.envelope);
  if (refused !== null) return refused;
  const thread = findThread(graph, threadId);
  if (thread === null) return refuse('not_found');
  if (thread.state === 'settled') return accept({});
  return accept({
    patch: { threads: [{ ...thread, state: 'settled', updatedAt: facts.now }] },
    events: [{ action: 'thread.settled', payload: { participantId: thread.participantId, threadId } }],
  });
}

/** Lists the threads that a participant sees: their own, and those that the sender shows to everyone. */
export function listVisibleThreads(
  { threads, participants }: Pick<EnvelopeGraph, 'threads' | 'participants'>,
  participantId: string,
): { readonly thread: Thread; readonly isMine: boolean }[] {
  const participant = participants.find(({ id }) => id === participantId);
  if (participant === undefined) return [];
  return threads
    .map((thread) => ({ thread, isMine: isStartedBy(thread, participant) }))
    .filter(({ thread, isMine }) => isMine || thread.visibleTo === 'everyone');
}

/** Checks whether a thread is a participant's own, and not that of somebody who had their turn before. */
function isStartedBy(thread: Thread, { id, email }: Pick<Participant, 'id' | 'email'>): boolean {
  return thread.participantId === id && isSameAddress(thread.email, email);
}

/** Checks whether the person who began a thread hasn't acted or handed over their turn since. */
export function awaitsAnswer(thread: Thread, participant: Participant): boolean {
  return participant.status === 'pending' && isStartedBy(thread, participant);
}

function findThread({ threads }: EnvelopeGraph, id: string): Thread | null {
  return threads.find((thread) => thread.id === id) ?? null;
}

/** Returns the participant who may write now, whether or not it is their turn, or the refusal. */
export function resolveWriter(
  graph: EnvelopeGraph,
  participantId: string,
  now: Timestamp,
): { kind: 'writer'; participant: Participant } | Refuse {
  const refused = refuseByStatusOrExpiry('ask', graph.envelope, now);
  if (refused !== null) return refused;
  const participant = graph.participants.find(({ id }) => id === participantId);
  if (participant === undefined) return refuse('not_found');
  if (participant.status !== 'pending')
    return refuse('invalid_state', { status: graph.envelope.status, reason: 'already_acted' });
  if (!participant.canAsk)
    return refuse('invalid_state', { status: graph.envelope.status, reason: 'asking_not_allowed' });
  const retryAfterSeconds = computeWait(graph.threads, participantId, now);
  if (retryAfterSeconds !== null) return refuse('rate_limited', { retryAfterSeconds });
  return { kind: 'writer', participant };
}

/** Returns in how many seconds a participant may write again; null if they may now. */
function computeWait(threads: readonly Thread[], participantId: string, now: Timestamp): number | null {
  const sent = threads
    .flatMap(({ messages }) => messages)
    .filter(({ author }) => author.type === 'signer' && author.participantId === participantId)
    .map(({ at }) => Date.parse(at))
    .sort((a, b) => b - a);
  const oldest = sent[LIMITS.threadMessagesPerHour - 1];
  if (oldest === undefined) return null;
  const wait = oldest + HOUR_MS - Date.parse(now);
  return wait <= 0 ? null : Math.ceil(wait / 1000);
}

function refuseFull({ envelope }: EnvelopeGraph, { messages }: Thread): Refuse | null {
  if (messages.length < LIMITS.threadMessagesMax) return null;
  return refuse('invalid_state', { status: envelope.status, reason: 'thread_full' });
}

function createMessage({ id: participantId, name }: Participant, text: string, facts: Facts): ThreadMessage {
  const author = { type: 'signer', participantId, name } as const;
  return { id: facts.newId('threadMessage'), author, text, at: facts.now };
}

function addMessage(thread: Thread, message: ThreadMessage, { now }: Facts): Thread {
  return { ...thread, messages: [...thread.messages, message], updatedAt: now };
}

function tellSender({ envelope }: EnvelopeGraph, thread: Thread, message: ThreadMessage) {
  return buildEmail(envelope, 'sender', thread, message);
}

/**
 * Nobody is emailed who takes part through another application, has acted meanwhile, or has only taken over from the
 * person who asked.
 */
function tellParticipant({ envelope, participants }: EnvelopeGraph, thread: Thread, message: ThreadMessage) {
  const participant = participants.find(({ id }) => id === thread.participantId);
  if (participant === undefined || !isNotified(participant) || !awaitsAnswer(thread, participant)) return [];
  return [buildEmail(envelope, participant.id, thread, message)];
}

function buildEmail(
  { organizationId, id: envelopeId }: EnvelopeGraph['envelope'],
  recipient: string,
  thread: Thread,
  message: ThreadMessage,
) {
  const payload = { organizationId, envelopeId, recipient, threadId: thread.id, messageId: message.id };
  return { name: 'svc/thread.message_written', payload } as const;
}
