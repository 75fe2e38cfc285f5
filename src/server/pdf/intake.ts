import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { IntakeRefused, IntakeResult } from '#domain/document/intake.ts';
import { startIntakeChild, type IntakeChild } from './intake-child.ts';

/** Limits of the processes that read uploaded documents. */
export interface IntakeOptions {
  /** Processes at most; they start when they are needed, one stays ready. Default 2. */
  readonly processes?: number;
  /** Resident memory at which a process is killed, in bytes. Default 1 GiB. */
  readonly memoryBytes?: number;
  /** Time that one document may take, in milliseconds. Default 20,000. */
  readonly timeoutMs?: number;
  /** Largest document, in bytes. Default 50 MiB. */
  readonly maxBytes?: number;
  /** Most pages of a document. Default 2,000. */
  readonly maxPages?: number;
  /** The program that a process runs; for tests of the pool. */
  readonly program?: URL;
  /** Told what exactly was wrong with a document that is refused as malformed or too complex. */
  readonly onFault?: (fault: string) => void;
}

/** Takes in documents away from this process's event loop. */
export interface Intake {
  /**
   * Reads the PDF at `sourcePath`, normalises it and puts the outcome at `targetPath` in one step; both by path, so that no
   * byte of the document passes this process. Nothing is at `targetPath` when the document is refused.
   * @throws when a file cannot be read or written, or the intake is closed
   */
  read(sourcePath: string, targetPath: string): Promise<IntakeResult>;
  /** Ends all processes; documents that still wait or are being read fail. */
  close(): Promise<void>;
}

interface Job {
  readonly sourcePath: string;
  readonly targetPath: string;
  readonly resolve: (result: IntakeResult) => void;
  readonly reject: (error: Error) => void;
}

const MEBIBYTE = 1024 * 1024;

/** Starts a pool of processes for hostile documents: one that hangs, crashes or grows is killed and replaced. */
export function openIntake(options: IntakeOptions = {}): Intake {
  const pool = new IntakePool(options);
  return { read: (sourcePath, targetPath) => pool.read(sourcePath, targetPath), close: () => pool.close() };
}

class IntakePool {
  private readonly limits;
  private readonly options: IntakeOptions;
  private readonly waiting: Job[] = [];
  private readonly children = new Set<IntakeChild>();
  private readonly idle: IntakeChild[] = [];
  private closed = false;

  constructor(options: IntakeOptions) {
    this.options = options;
    this.limits = {
      processes: options.processes ?? 2,
      memoryBytes: options.memoryBytes ?? 1024 * MEBIBYTE,
      timeoutMs: options.timeoutMs ?? 20_000,
      maxBytes: options.maxBytes ?? 50 * MEBIBYTE,
      maxPages: options.maxPages ?? 2_000,
    };
    this.start();
  }

  read(sourcePath: string, targetPath: string): Promise<IntakeResult> {
    if (this.closed) return Promise.reject(new Error('the intake is closed'));
    return new Promise((resolve, reject) => {
      this.waiting.push({ sourcePath, targetPath, resolve, reject });
      this.dispatch();
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const job of this.waiting.splice(0)) job.reject(new Error('the intake is closed'));
    await Promise.all([...this.children].map((child) => child.stop()));
  }

  private start(): IntakeChild {
    const child = startIntakeChild({
      memoryBytes: this.limits.memoryBytes,
      program: this.options.program ?? new URL('./intake-process.ts', import.meta.url),
      onExit: () => {
        this.children.delete(child);
        const place = this.idle.indexOf(child);
        if (place >= 0) this.idle.splice(place, 1);
      },
    });
    this.children.add(child);
    this.idle.push(child);
    return child;
  }

  private dispatch(): void {
    while (this.waiting.length > 0) {
      if (this.idle.length === 0 && this.children.size < this.limits.processes) this.start();
      const child = this.idle.shift();
      if (!child) return;
      const job = this.waiting.shift();
      if (job) void this.run(child, job);
    }
  }

  private async run(child: IntakeChild, job: Job): Promise<void> {
    const partPath = `${job.targetPath}.${randomUUID()}.part`;
    const { maxBytes, maxPages, timeoutMs } = this.limits;
    const { sourcePath, targetPath } = job;
    const answer = await child.read({ sourcePath, targetPath, partPath, maxBytes, maxPages }, timeoutMs);
    switch (answer.kind) {
      case 'outcome':
        if (answer.outcome.fault) this.options.onFault?.(answer.outcome.fault);
        if (answer.worn) await child.stop();
        else this.idle.push(child);
        job.resolve(answer.outcome.result);
        break;
      case 'error':
        this.idle.push(child);
        await rm(partPath, { force: true });
        job.reject(new Error(answer.message));
        break;
      case 'unstarted':
        job.reject(new Error('the intake process did not start'));
        break;
      case 'ended':
        await rm(partPath, { force: true });
        if (this.closed) job.reject(new Error('the intake is closed'));
        else {
          this.options.onFault?.(`an intake process ended: ${answer.cause}`);
          job.resolve(refusalFor(answer.cause));
        }
        break;
    }
    if (this.closed) return;
    this.dispatch();
    if (this.children.size === 0 && answer.kind !== 'unstarted') this.start();
  }
}

function refusalFor(cause: 'time' | 'memory' | 'crash'): IntakeRefused {
  if (cause === 'crash')
    return { ok: false, reason: 'malformed', message: 'The PDF is damaged and cannot be read.' };
  return { ok: false, reason: 'too_complex', message: 'The PDF is too complex to be processed.' };
}
