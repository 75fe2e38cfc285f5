import { WorkCutShort } from './cut-short.ts';
import { createRefusal } from '#domain/errors.ts';
import { runInSpan } from '#server/tracing/span.ts';
import { FairSlots, type TaskEnd, type Turn } from './fair-slots.ts';
import type { Requester } from './requester.ts';
import {
  startDocumentChild,
  type ChildAnswer,
  type ChildOptions,
  type DocumentChild,
} from './document-child.ts';

export interface PoolOptions<Request> extends ChildOptions<Request> {
  /** Maximum number of processes, which are started on demand. */
  readonly processes: number;
  /**
   * How many spare processes are kept ready, so that documents don't wait until another document's process is
   * replaced. Default: 0.
   */
  readonly spare?: number;
  /**
   * How long a process beyond the spare ones waits for its next document before it ends to free its memory.
   * Default: a minute.
   */
  readonly idleMs?: number;
  /** How many of the processes a single organization can never take. Default: 0. */
  readonly reserved?: number;
  /** How many requests of an organization may wait for a process. Default: 100. */
  readonly waitingMax?: number;
}

/** What came of a document. Kinds other than `outcome` and `ended` say nothing about the document. */
export type PoolAnswer<Outcome> = ChildAnswer<Outcome> | { readonly kind: 'closed' | 'aborted' | 'crowded' };

/** The work that a process is given. */
export interface Work<Request> {
  readonly request: Request;
  /**
   * Time limit in milliseconds. It is shortened if the organization's last documents took too long and others
   * have work as well.
   */
  readonly timeoutMs: number;
  /** Within an organization, small work goes first. */
  readonly size: number;
  readonly requester: Requester;
}

/** How work ended if it was done or cut off. */
export type Finished<Outcome> = Extract<ChildAnswer<Outcome>, { kind: 'outcome' | 'ended' }>;

/**
 * After a document has used this much of its own time, in milliseconds, it may be interrupted for another
 * organization.
 */
const TURN_MS = 5_000;
const IDLE_MS = 60_000;
/** When it may be worth repeating a refused request. */
const RETRY_AFTER_SECONDS = 10;

/**
 * A pool of processes for hostile documents, shared fairly among organizations. A process that hangs, crashes
 * or grows too large is killed and replaced.
 */
export class DocumentPool<Request extends object, Outcome> {
  private readonly options: PoolOptions<Request>;
  private readonly slots: FairSlots;
  private readonly waitingMax: number;
  private readonly children = new Set<DocumentChild<Request, Outcome>>();
  /** Processes that aren't in use; the last one in the list was used last. */
  private readonly idle: DocumentChild<Request, Outcome>[] = [];
  private readonly ends = new Map<DocumentChild<Request, Outcome>, NodeJS.Timeout>();
  private closed = false;

  constructor(options: PoolOptions<Request>) {
    this.options = options;
    this.waitingMax = options.waitingMax ?? 100;
    const { processes: slots, reserved = 0 } = options;
    const limits = { slots, reserved, turnMs: TURN_MS, waitingMax: this.waitingMax };
    this.slots = new FairSlots({ ...limits, borrows: true });
    this.keepReady();
  }

  /** Processes a document in a free process when its turn comes. Never rejects. */
  async work(work: Work<Request>): Promise<PoolAnswer<Outcome>> {
    const answer = await this.slots.run(work.requester, work.size, (turn) =>
      runInSpan('document', {}, () => this.turn(work.request, turn.limited(work.timeoutMs), turn)),
    );
    return answer.kind === 'done' ? answer.value : answer;
  }

  /**
   * Like `work`, but returns only if the work was done or cut off. Refuses with `rate_limited` if too much of
   * the organization's work is waiting, and with `unavailable` if the machine is too busy.
   * @throws if the document can't be processed, no process starts, or the pool is closed; `name` names the
   * pool in the message
   */
  async finish(work: Work<Request>, name: string): Promise<Finished<Outcome>> {
    const answer = await this.work(work);
    switch (answer.kind) {
      case 'outcome':
      case 'ended':
        return answer;
      case 'starved':
        throw createRefusal('unavailable');
      case 'error':
        throw new Error(answer.message);
      case 'unstarted':
        throw new Error(`the process of the ${name} did not start`);
      case 'closed':
        throw new WorkCutShort(`the ${name} is closed`);
      case 'aborted':
        throw new WorkCutShort(`nobody waits for the ${name} any longer`);
      case 'crowded':
        throw createTooManyRefusal(this.waitingMax);
      default:
        return answer satisfies never;
    }
  }

  /** Stops all processes. Pending documents get `closed`. */
  async close(): Promise<void> {
    this.closed = true;
    await this.slots.close();
    await Promise.all([...this.children].map((child) => child.stop()));
  }

  private start(): DocumentChild<Request, Outcome> {
    const child = startDocumentChild<Request, Outcome>({
      ...this.options,
      onExit: () => {
        this.children.delete(child);
        clearTimeout(this.ends.get(child));
        this.ends.delete(child);
        this.leaveIdle(child);
      },
    });
    this.children.add(child);
    return child;
  }

  /** Keeps spare processes ready. There is at most one process more than may work at once. */
  private keepReady(): void {
    if (this.closed) return;
    const { processes, spare = 0 } = this.options;
    // New processes go to the front, so that those that have already started are taken first.
    while (this.idle.length < spare && this.children.size <= processes) this.idle.unshift(this.start());
  }

  /** Takes the process that was used last, so that the others stay idle and end. */
  private take(): DocumentChild<Request, Outcome> {
    const child = this.idle.pop() ?? this.start();
    clearTimeout(this.ends.get(child));
    return child;
  }

  private giveBack(child: DocumentChild<Request, Outcome>): void {
    this.idle.push(child);
    const end = () => {
      const { spare = 0 } = this.options;
      // The process leaves the pool before it ends: a document given to it now would be lost.
      if (this.idle.length > spare && this.leaveIdle(child)) void child.stop();
    };
    this.ends.set(child, setTimeout(end, this.options.idleMs ?? IDLE_MS).unref());
  }

  /** Stops giving work to an idle process. Returns false if it is busy. */
  private leaveIdle(child: DocumentChild<Request, Outcome>): boolean {
    const place = this.idle.indexOf(child);
    if (place >= 0) this.idle.splice(place, 1);
    return place >= 0;
  }

  private async turn(
    request: Request,
    timeoutMs: number,
    { signal, loses }: Turn,
  ): Promise<TaskEnd<ChildAnswer<Outcome>>> {
    const child = this.take();
    this.keepReady();
    loses(child.watchWaiting());
    const stop = () => void child.stop();
    signal.addEventListener('abort', stop, { once: true });
    const value = await child.work(request, timeoutMs);
    signal.removeEventListener('abort', stop);
    const stays = value.kind === 'error' || (value.kind === 'outcome' && !value.worn);
    if (stays && !signal.aborted) this.giveBack(child);
    else await child.stop();
    // If a process didn't start, another one wouldn't start right away either.
    if (value.kind !== 'unstarted') this.keepReady();
    const isStopped = value.kind === 'ended' || value.kind === 'unstarted' || value.kind === 'starved';
    if (signal.aborted && isStopped) return { kind: 'interrupted' };
    return { kind: 'done', value, ending: classifyEnding(value) };
  }
}

/** Creates the refusal of a request whose organization has too much work waiting. */
export function createTooManyRefusal(limit: number): Error {
  return createRefusal(
    'rate_limited',
    { limit, reason: 'documents_waiting', retryAfterSeconds: RETRY_AFTER_SECONDS },
    'Too many documents of this organization are being processed. Try again later.',
  );
}

function classifyEnding(answer: ChildAnswer<unknown>): 'succeeded' | 'cut off' | null {
  if (answer.kind === 'outcome') return 'succeeded';
  return answer.kind === 'ended' && answer.cause !== 'crash' ? 'cut off' : null;
}
