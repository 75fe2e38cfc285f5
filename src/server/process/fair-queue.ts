/** A piece of an owner's work, waiting or running. */
export interface Ticket<Job> {
  readonly job: Job;
  readonly owner: string;
  /** How long the work will probably take, in any unit. Smaller work runs sooner. */
  readonly size: number;
  /** How often the work was interrupted for others. */
  readonly interruptions: number;
}

export interface FairQueueOptions {
  readonly slots: number;
  /**
   * Whether an owner may borrow slots beyond its share that nobody else wants. It is interrupted when
   * somebody does.
   */
  readonly borrows: boolean;
  /** How many slots are never lent, so that owners without running work get them at once. */
  readonly reserved: number;
  /**
   * Returns how many of an owner's last documents were cut off in a row. Each one halves the owner's weight.
   */
  readonly countStrikes: (owner: string) => number;
}

interface Entry<Job> extends Ticket<Job> {
  interruptions: number;
  readonly order: number;
  overtaken: number;
  state: 'waiting' | 'running' | 'stopping';
  startedAt: number;
  isOverdue: boolean;
}

interface Owner<Job> {
  readonly name: string;
  readonly waiting: Entry<Job>[];
  readonly running: Set<Entry<Job>>;
  /** The owner's position in the round. The owner that is furthest behind is next. */
  position: number;
}

/** How often smaller work of the same owner may overtake. */
const MOST_OVERTAKEN = 8;

/**
 * Decides whose work runs next, without a clock or any I/O. Owners take turns by weight. Within one owner,
 * small work goes first. No owner gets more than half of the slots (rounded down, at least one) while others
 * wait.
 */
export class FairQueue<Job> {
  private readonly options: FairQueueOptions;
  private readonly share: number;
  private readonly owners = new Map<string, Owner<Job>>();
  private round = 0;
  private added = 0;
  private started = 0;

  constructor(options: FairQueueOptions) {
    this.options = options;
    this.share = Math.max(1, Math.floor(options.slots / 2));
  }

  /** Adds work to the end of its owner's queue. */
  add(name: string, size: number, job: Job): Ticket<Job> {
    const entry: Entry<Job> = {
      ...{ job, owner: name, size, interruptions: 0, order: (this.added += 1) },
      ...{ overtaken: 0, state: 'waiting', startedAt: 0, isOverdue: false },
    };
    this.ensureOwner(name).waiting.push(entry);
    return entry;
  }

  /** Returns how much of an owner's work is waiting. */
  countWaiting(name: string): number {
    return this.owners.get(name)?.waiting.length ?? 0;
  }

  /** Checks whether work of other owners is waiting. */
  othersWait(name: string): boolean {
    return this.listOwners().some((owner) => owner.name !== name && owner.waiting.length > 0);
  }

  /** Checks whether other owners have work, waiting or running. */
  othersWork(name: string): boolean {
    return this.listOwners().some((owner) => owner.name !== name);
  }

  /** Starts the next work. Returns null if none may start now. */
  take(): Ticket<Job> | null {
    if (this.countRunning() >= this.options.slots) return null;
    const owner = this.pickOwner();
    if (owner === undefined) return null;
    const entry = pickNext(owner.waiting);
    if (entry === undefined) return null;
    const waiting = this.listOwners().filter((each) => each.waiting.length > 0).length;
    const start = Math.max(this.round, owner.position);
    owner.position = start + 2 ** this.options.countStrikes(owner.name);
    // The round has to advance while owners wait. Otherwise, owners who keep coming back with one document
    // each would always be ahead of the others.
    this.round = start + 1 / (waiting + 1);
    for (const other of owner.waiting) if (other.order < entry.order) other.overtaken += 1;
    owner.waiting.splice(owner.waiting.indexOf(entry), 1);
    owner.running.add(entry);
    entry.state = 'running';
    entry.isOverdue = false;
    entry.startedAt = this.started += 1;
    return entry;
  }

  /** Notes that running work has used up its turn, so that it may be interrupted for others. */
  markOverdue(ticket: Ticket<Job>): void {
    const entry = this.findEntry(ticket);
    if (entry !== undefined) entry.isOverdue = true;
  }

  /**
   * Returns running work to interrupt for waiting work; null if there is none. The caller stops that work and
   * calls `putBack`.
   */
  takeBack(): Ticket<Job> | null {
    if (this.countRunning() < this.options.slots) return null;
    const wanting = this.listOwners().filter((owner) => this.mayInterrupt(owner));
    const running = this.listOwners().flatMap((owner) => [...owner.running]);
    const stopping = running.filter(({ state }) => state === 'stopping');
    if (stopping.length >= wanting.length) return null;
    const [entry] = running
      .filter(({ state, owner }) => state === 'running' && wanting.some(({ name }) => name !== owner))
      .filter(({ isOverdue, owner }) => isOverdue || this.isBeyondShare(owner))
      .sort(
        (one, other) => this.rateReasons(other) - this.rateReasons(one) || other.startedAt - one.startedAt,
      );
    if (entry === undefined) return null;
    entry.state = 'stopping';
    return entry;
  }

  /** Lets interrupted work wait for another turn. */
  putBack(ticket: Ticket<Job>): void {
    const entry = this.findEntry(ticket);
    if (entry === undefined) return;
    const owner = this.ensureOwner(entry.owner);
    owner.running.delete(entry);
    entry.interruptions += 1;
    entry.state = 'waiting';
    owner.waiting.push(entry);
  }

  /** Removes work that is done or that nobody is waiting for. */
  remove(ticket: Ticket<Job>): void {
    const owner = this.owners.get(ticket.owner);
    const entry = this.findEntry(ticket);
    if (owner === undefined || entry === undefined) return;
    owner.running.delete(entry);
    const place = owner.waiting.indexOf(entry);
    if (place >= 0) owner.waiting.splice(place, 1);
    if (owner.waiting.length === 0 && owner.running.size === 0) this.owners.delete(owner.name);
  }

  private findEntry(ticket: Ticket<Job>): Entry<Job> | undefined {
    const owner = this.owners.get(ticket.owner);
    return [...(owner?.running ?? []), ...(owner?.waiting ?? [])].find((entry) => entry === ticket);
  }

  private ensureOwner(name: string): Owner<Job> {
    const known = this.owners.get(name);
    if (known !== undefined) return known;
    // A new owner is neither ahead of nor behind those who have had their turns.
    const owner: Owner<Job> = { name, waiting: [], running: new Set(), position: this.round };
    this.owners.set(name, owner);
    return owner;
  }

  private pickOwner(): Owner<Job> | undefined {
    const waiting = this.listOwners().filter((owner) => owner.waiting.length > 0);
    const withinShare = waiting.filter(({ running }) => running.size < this.share);
    const next = withinShare.length > 0 ? withinShare : waiting.filter((owner) => this.mayBorrow(owner));
    return next.reduce<Owner<Job> | undefined>(
      (first, owner) => (first === undefined || owner.position < first.position ? owner : first),
      undefined,
    );
  }

  /**
   * Work that was interrupted, or whose owner's work was cut off, may not borrow a slot because that would
   * happen again.
   */
  private mayBorrow({ name, waiting }: Owner<Job>): boolean {
    const isNew = pickNext(waiting)?.interruptions === 0;
    const isLent = this.countRunning() < this.options.slots - this.options.reserved;
    return this.options.borrows && isLent && isNew && this.options.countStrikes(name) === 0;
  }

  private mayInterrupt({ name, waiting, running }: Owner<Job>): boolean {
    return waiting.length > 0 && running.size < this.share && this.options.countStrikes(name) === 0;
  }

  /**
   * Returns how strong the reasons to interrupt work are. Lent slots are interrupted first, then owners whose
   * documents take too long.
   */
  private rateReasons({ owner }: Entry<Job>): number {
    return (this.isBeyondShare(owner) ? 10 : 0) + this.options.countStrikes(owner);
  }

  private isBeyondShare(name: string): boolean {
    return (this.owners.get(name)?.running.size ?? 0) > this.share;
  }

  private countRunning(): number {
    return this.listOwners().reduce((sum, { running }) => sum + running.size, 0);
  }

  private listOwners(): Owner<Job>[] {
    return [...this.owners.values()];
  }
}

/** Picks the smallest work, unless an older one was overtaken too often. */
function pickNext<Job>(waiting: readonly Entry<Job>[]): Entry<Job> | undefined {
  const oldestFirst = [...waiting].sort((one, other) => one.order - other.order);
  const overtaken = oldestFirst.find((entry) => entry.overtaken >= MOST_OVERTAKEN);
  return overtaken ?? oldestFirst.sort((one, other) => one.size - other.size)[0];
}
