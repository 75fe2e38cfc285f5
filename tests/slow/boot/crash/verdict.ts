import { createHash } from 'node:crypto';

import { verifyChain } from '#domain/event/chain.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import type { WireEvent } from '#wire/event.ts';

import type { Envelopes } from '../../../../scripts/client/envelopes.ts';
import type { Lifecycle } from './lifecycle.ts';

/** An envelope as it was found at the end. */
export interface Found {
  readonly graph: WireGraph;
  readonly events: readonly WireEvent[];
}

/** Returns everything wrong with an envelope and its log, as sentences; empty if nothing is. */
export async function faultsOf(api: Envelopes, found: Found, lifecycle: Lifecycle): Promise<string[]> {
  const { envelope } = found.graph;
  const faults = [...chainFaults(found), ...lostAnswers(found, lifecycle)];
  const count = (action: string) => found.events.filter((event) => event.action === action).length;
  for (const action of ['envelope.created', 'envelope.sent', 'envelope.completed', 'envelope.sealed']) {
    if (count(action) > 1) faults.push(`${action} ${count(action)} times`);
  }
  if (count('envelope.sealing_failed') > 0) faults.push('sealing failed');
  if (envelope.status === 'completed' && envelope.sealedAt === null)
    faults.push('completed and never sealed');
  if (envelope.documentHash !== null) {
    const prepared = await api.document(envelope.id, 'prepared');
    if (sha256(prepared) !== envelope.documentHash) faults.push('the prepared document is another one');
    if (sha256(await api.document(envelope.id, 'original')) !== envelope.contentHash)
      faults.push('the original document is another one');
  }
  const sealing = found.events.find(({ action }) => action === 'envelope.sealed');
  if (sealing !== undefined) {
    const sealed = await api.document(envelope.id, 'sealed');
    if (sha256(sealed) !== sealing.payload?.['sealedHash']) faults.push('the sealed document is another one');
  }
  return faults;
}

/**
 * Returns the emails that an envelope's log requires, and those that may have been sent before they became
 * unnecessary.
 */
export function mailsOwed({ graph, events }: Found, sender: string): { owed: string[]; possible: string[] } {
  const { envelope, participants } = graph;
  const owed: string[] = [];
  const possible: string[] = [];
  const isEnded = envelope.status === 'voided' || envelope.status === 'declined';
  // Everyone who acted had a link. The others may be missing one that is due, because nobody is asked about
  // an envelope that has ended.
  const links = (address: string, mail: string) => {
    const isPending = participants.some(({ email, status }) => email === address && status === 'pending');
    (isPending && isEnded ? possible : owed).push(mail);
  };
  const sentTo = participants.filter(({ orderIndex }) => orderIndex === participants[0]?.orderIndex).length;
  const issued = events.filter(({ action }) => action === 'participant.link_issued');
  issued.forEach(({ payload }, index) => {
    const { email, participantId } = payload as { email: string; participantId: string };
    const isApprover = participants.find(({ id }) => id === participantId)?.role === 'approver';
    links(email, `${index < sentTo || isApprover ? 'request' : 'turn'} to ${email}`);
  });
  for (const { payload } of events.filter(({ action }) => action === 'participant.delegated')) {
    const { after } = payload as { after: { email: string } };
    links(after.email, `take over to ${after.email}`);
    owed.push(`taken over to ${sender}`);
  }
  const asked = participants.filter((one) =>
    issued.some(({ payload }) => payload?.['participantId'] === one.id),
  );
  const told = {
    completed: participants,
    // Those who were asked together with the person who declined, and those before.
    declined: asked.filter(({ status }) => status !== 'declined'),
    voided: asked,
  };
  for (const [status, people] of Object.entries(told)) {
    if (envelope.status !== status) continue;
    const others = status === 'voided' ? [] : [sender];
    owed.push(...[...others, ...people.map(({ email }) => email)].map((to) => `${status} to ${to}`));
  }
  return { owed, possible };
}

/** Returns the differences between existing and required emails, as sentences. */
export function mailFaults(there: readonly string[], owed: ReturnType<typeof mailsOwed>): string[] {
  const count = (mail: string) => there.filter((one) => one === mail).length;
  const known = new Set([...owed.owed, ...owed.possible]);
  return [
    ...owed.owed.filter((mail) => count(mail) !== 1).map((mail) => `${count(mail)} mails: ${mail}`),
    ...owed.possible.filter((mail) => count(mail) > 1).map((mail) => `${count(mail)} mails: ${mail}`),
    ...there.filter((mail) => !known.has(mail)).map((mail) => `a mail that nobody asked for: ${mail}`),
  ];
}

function chainFaults({ graph, events }: Found): string[] {
  const verdict = verifyChain(events as Parameters<typeof verifyChain>[0], sha256);
  if (!verdict.ok) return [`event ${verdict.seq} of the chain: ${verdict.reason}`];
  const versioned = events.filter(
    ({ action }) => !['participant.viewed', 'envelope.sealing_failed'].includes(action),
  );
  return versioned.length === graph.envelope.version
    ? []
    : [`version ${graph.envelope.version} after ${versioned.length} changes`];
}

/** Returns the successes that clients were told about but that left no trace. */
function lostAnswers({ graph, events }: Found, { acknowledged }: Lifecycle): string[] {
  const has = (action: string) => events.filter((event) => event.action === action).length;
  const answered = (step: string) => acknowledged.filter((one) => one === step).length;
  const kept = {
    document: graph.envelope.documentHash === null ? 0 : 1,
    send: has('envelope.sent'),
    sign: has('participant.signed') + has('participant.approved'),
    delegate: has('participant.delegated'),
    decline: has('envelope.declined'),
    void: has('envelope.voided'),
  };
  return Object.entries(kept).flatMap(([step, times]) =>
    times < answered(step) && (step !== 'document' || times === 0)
      ? [`${step} was answered ${answered(step)} times and kept ${times} times`]
      : [],
  );
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
