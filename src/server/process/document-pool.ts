import { startDocumentChild, type ChildAnswer, type DocumentChild } from './document-child.ts';

export interface PoolOptions {
  readonly program: URL;
  /** Maximum number of processes, started on demand. */
  readonly processes: number;
  /** Whether one is started immediately and kept ready. */
  readonly keepsOneReady: boolean;
  /** Resident memory in bytes at which a process is killed. */
  readonly memoryBytes: number;
}

/** The outcome of a document; `error` and `unstarted` say nothing about it. */
export type PoolAnswer<Outcome> = ChildAnswer<Outcome> | { readonly kind: 'closed' };

/** How work ended that was done or cut off. */
export type Finished<Outcome> = Extract<ChildAnswer<Outcome>, { kind: 'outcome' | 'ended' }>;

interface Job<Request, Outcome> {
  readonly request: Request;
  readonly timeoutMs: number;
  readonly resolve: (answer: PoolAnswer<Outcome>) => void;
}

/** Processes for hostile documents. One that hangs, crashes or grows too large is killed and replaced. */
export class DocumentPool<Request extends object, Outcome> {
  private readonly options: PoolOptions;
  private readonly waiting: Job<Request, Outcome>[] = [];
  private readonly children = new Set<DocumentChild<Request, Outcome>>();
  private readonly idle: DocumentChild<Request, Outcome>[] = [];
  private closed = false;

  constructor(options: PoolOptions) {
    this.options = options;
    if (options.keepsOneReady) this.start();
  }

  /** Processes a document in the next free process. Never rejects. */
  work(request: Request, timeoutMs: number): Promise<PoolAnswer<Outcome>> {
    if (this.closed) return Promise.resolve({ kind: 'closed' });
    return new Promise((resolve) => {
      this.waiting.push({ request, timeoutMs, resolve });
      this.dispatch();
    });
  }

  /**
   * Like `work`, for work that either ends well or is cut off.
   * @throws if the document can't be processed, no process starts, or the pool is closed; `name` says whose it is
   */
  async finish(request: Request, timeoutMs: number, name: string): Promise<Finished<Outcome>> {
    const answer = await this.work(request, timeoutMs);
    switch (answer.kind) {
      case 'outcome':
      case 'ended':
        return answer;
      case 'error':
        throw new Error(answer.message);
      case 'unstarted':
        throw new Error(`the process of the ${name} did not start`);
      case 'closed':
        throw new Error(`the ${name} is closed`);
      default:
        return answer satisfies never;
    }
  }

  /** Stops all processes; pending documents get `closed`. */
  async close(): Promise<void> {
    this.closed = true;
    for (const job of this.waiting.splice(0)) job.resolve({ kind: 'closed' });
    await Promise.all([...this.children].map((child) => child.stop()));
  }

  private start(): void {
    const { program, memoryBytes } = this.options;
    const child = startDocumentChild<Request, Outcome>({
      program,
      memoryBytes,
      onExit: () => {
        this.children.delete(child);
        const place = this.idle.indexOf(child);
        if (place >= 0) this.idle.splice(place, 1);
      },
    });
    this.children.add(child);
    this.idle.push(child);
  }

  private dispatch(): void {
    while (this.waiting.length > 0) {
      if (this.idle.length === 0 && this.children.size < this.options.processes) this.start();
      const child = this.idle.shift();
      if (!child) return;
      const job = this.waiting.shift();
      if (job) void this.run(child, job);
    }
  }

  private async run(child: DocumentChild<Request, Outcome>, job: Job<Request, Outcome>): Promise<void> {
    const answer = await child.work(job.request, job.timeoutMs);
    const stays = answer.kind === 'error' || (answer.kind === 'outcome' && !answer.worn);
    if (stays) this.idle.push(child);
    else if (answer.kind === 'outcome') await child.stop();
    job.resolve(answer.kind === 'ended' && this.closed ? { kind: 'closed' } : answer);
    if (this.closed) return;
    this.dispatch();
    const isBare = this.options.keepsOneReady && this.children.size === 0;
    if (isBare && answer.kind !== 'unstarted') this.start();
  }
}
