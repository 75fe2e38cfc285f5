import { FairQueue, type Ticket } from './fair-queue.ts';
import { runAfterOwnTime } from './own-time.ts';
import type { Requester } from './requester.ts';
import { TrackRecord } from './track-record.ts';

export interface FairSlotsOptions {
  /** How many tasks run at once. */
  readonly slots: number;
  /** Whether interrupting a task is cheap, so that free slots can be lent. */
  readonly borrows: boolean;
  /** How many slots are never lent. Default: 0. */
  readonly reserved?: number;
  /**
   * After this many milliseconds, not counting time that it lost, a task may be interrupted for another
   * organization. A task that got little of a busy machine isn't interrupted sooner, because it would only
   * begin again. The second turn is twice as long, and the third is unlimited.
   */
  readonly turnMs: number;
  /** How many requests of an organization may wait. */
  readonly waitingMax: number;
}

/** One turn of a task. */
export interface Turn {
  /**
   * Aborted when the task has to stop: for other organizations, because nobody is waiting for it, or at
   * shutdown.
   */
  readonly signal: AbortSignal;
  /** How many of the organization's last tasks in a row were cut off. */
  readonly strikes: number;
  /** Checks whether other organizations are waiting for a slot. */
  readonly othersWait: () => boolean;
  /** Sets the function that tells how many milliseconds the task has lost since. */
  readonly loses: (lostMs: () => number) => void;
  /**
   * Shortens a time limit if the organization's last tasks were cut off and other organizations have work as
   * well.
   */
  readonly limited: (timeoutMs: number) => number;
}

/** How a task ended. An interrupted task runs again if somebody is still waiting for it. */
export type TaskEnd<Value> =
  | { readonly kind: 'interrupted' }
  | {
      readonly kind: 'done';
      readonly value: Value;
      /** What this ending says about the organization's next tasks; null if it says nothing. */
      readonly ending: 'succeeded' | 'cut off' | null;
    };

export type SlotAnswer<Value> =
  { readonly kind: 'done'; readonly value: Value } | { readonly kind: 'closed' | 'aborted' | 'crowded' };

/** How often a time limit is halved at most. */
const MOST_HALVED = 2;
/**
 * Others are waiting, so a turn ends at the latest after this many times its length, including time that the
 * task lost.
 */
const LONGEST_TURN = 3;
/** How often a task is interrupted at most because its turn is over. */
const MOST_INTERRUPTIONS = 2;

interface Job {
  readonly requester: Requester;
  /**
   * Runs the task. Returns a function that tells the caller how the task ended; null if it was interrupted.
   */
  readonly begin: (turn: Turn) => Promise<(() => void) | null>;
  readonly giveUp: (kind: 'closed' | 'aborted') => void;
  stop: AbortController;
  onAbort: () => void;
}

/** Runs tasks in a limited number of slots that organizations share fairly. */
export class FairSlots {
  private readonly options: FairSlotsOptions;
  private readonly queue: FairQueue<Job>;
  private readonly record = new TrackRecord();
  private readonly waiting = new Set<Ticket<Job>>();
  private readonly running = new Map<Ticket<Job>, Promise<void>>();
  private isClosed = false;

  constructor(options: FairSlotsOptions) {
    this.options = options;
    const { slots, borrows, reserved = 0 } = options;
    const countStrikes = (owner: string) => this.record.countStrikes(owner, performance.now());
    this.queue = new FairQueue({ slots, borrows, reserved, countStrikes });
  }

  /**
   * Runs a task when its turn comes. Within an organization, small sizes go first. Rejects only if the task
   * does.
   */
  run<Value>(
    requester: Requester,
    size: number,
    task: (turn: Turn) => Promise<TaskEnd<Value>>,
  ): Promise<SlotAnswer<Value>> {
    const { organizationId: owner, signal } = requester;
    if (this.isClosed) return Promise.resolve({ kind: 'closed' });
    if (signal?.aborted === true) return Promise.resolve({ kind: 'aborted' });
    const isFull = this.queue.countWaiting(owner) >= this.options.waitingMax;
    if (requester.waiting === 'request' && isFull) return Promise.resolve({ kind: 'crowded' });
    return new Promise<SlotAnswer<Value>>((resolve, reject) => {
      const begin = async (turn: Turn) => {
        try {
          const end = await task(turn);
          if (end.kind === 'interrupted') return null;
          if (end.ending !== null) this.record.note(owner, end.ending, performance.now());
          return () => resolve({ kind: 'done', value: end.value });
        } catch (error) {
          return () => reject(error);
        }
      };
      const giveUp = (kind: 'closed' | 'aborted') => resolve({ kind });
      const job: Job = { requester, begin, giveUp, stop: new AbortController(), onAbort: () => undefined };
      const ticket = this.queue.add(owner, size, job);
      this.waiting.add(ticket);
      job.onAbort = () => this.abort(ticket);
      signal?.addEventListener('abort', job.onAbort, { once: true });
      this.dispatch();
    });
  }

  /** Interrupts running tasks and drops waiting ones. Resolves when nothing is running any longer. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const ticket of this.waiting) this.drop(ticket, 'closed');
    for (const { job } of this.running.keys()) job.stop.abort();
    await Promise.all(this.running.values());
  }

  private dispatch(): void {
    if (this.isClosed) return;
    for (let next = this.queue.take(); next !== null; next = this.queue.take()) {
      this.waiting.delete(next);
      this.running.set(next, this.start(next));
    }
    for (let lent = this.queue.takeBack(); lent !== null; lent = this.queue.takeBack()) lent.job.stop.abort();
  }

  private async start(ticket: Ticket<Job>): Promise<void> {
    const { job, owner } = ticket;
    job.stop = new AbortController();
    const strikes = this.record.countStrikes(owner, performance.now());
    const halved = this.queue.othersWork(owner) ? Math.min(MOST_HALVED, strikes) : 0;
    let measureLost = () => 0;
    const endTurn = this.limitTurn(ticket, () => measureLost());
    const turn: Turn = {
      loses: (lost) => (measureLost = lost),
      signal: job.stop.signal,
      strikes,
      othersWait: () => this.queue.othersWait(owner),
      limited: (timeoutMs) => timeoutMs / 2 ** halved,
    };
    const tellCaller = await job.begin(turn);
    endTurn();
    this.running.delete(ticket);
    if (tellCaller !== null) {
      this.forget(ticket);
      tellCaller();
    } else if (this.isClosed) this.drop(ticket, 'closed');
    else if (job.requester.signal?.aborted === true) this.drop(ticket, 'aborted');
    else {
      this.queue.putBack(ticket);
      this.waiting.add(ticket);
    }
    this.dispatch();
  }

  private limitTurn(ticket: Ticket<Job>, lostMs: () => number): () => void {
    if (ticket.interruptions >= MOST_INTERRUPTIONS) return () => undefined;
    const isOver = () => {
      this.queue.markOverdue(ticket);
      this.dispatch();
    };
    return runAfterOwnTime(this.options.turnMs * 2 ** ticket.interruptions, lostMs, isOver, LONGEST_TURN);
  }

  private abort(ticket: Ticket<Job>): void {
    if (this.waiting.has(ticket)) this.drop(ticket, 'aborted');
    else if (this.running.has(ticket)) ticket.job.stop.abort();
  }

  private drop(ticket: Ticket<Job>, kind: 'closed' | 'aborted'): void {
    this.waiting.delete(ticket);
    this.forget(ticket);
    ticket.job.giveUp(kind);
  }

  private forget(ticket: Ticket<Job>): void {
    this.queue.remove(ticket);
    ticket.job.requester.signal?.removeEventListener('abort', ticket.job.onAbort);
  }
}
