import { LIMITS } from '#domain/limits.ts';
import { m } from '#i18n/compiled/messages.js';
import { SignerProblem, type SignerOperations } from '#ui/signer/signer-api.ts';

/** Asking for a code and entering it. Problems with the code are shown here; all others are thrown. */
export class CodeEntry {
  /** How many codes were emailed while this page was open. */
  sent = $state(0);
  problem = $state<string | null>(null);
  /** When another code can be requested and when another can be tried, in milliseconds since 1970. */
  againAt = $state(0);
  lockedUntil = $state(0);
  readonly #api: Pick<SignerOperations, 'startCode' | 'authenticate'>;

  constructor(api: Pick<SignerOperations, 'startCode' | 'authenticate'>) {
    this.#api = api;
  }

  /** Has a code emailed. If one was sent a moment ago, that one still works. */
  async request(): Promise<void> {
    this.problem = null;
    try {
      await this.#api.startCode();
      this.againAt = Date.now() + LIMITS.sentCodeAgainMs;
    } catch (error) {
      if (!this.#explained(error)) throw error;
      if (this.isLocked) return;
    }
    this.sent += 1;
  }

  /** Returns the token for a right code, otherwise null. */
  async enter(code: string): Promise<string | null> {
    this.problem = null;
    try {
      return await this.#api.authenticate(code);
    } catch (error) {
      if (!this.#explained(error)) throw error;
      return null;
    }
  }

  get isLocked(): boolean {
    return this.lockedUntil > Date.now();
  }

  #explained(error: unknown): boolean {
    if (!(error instanceof SignerProblem)) return false;
    const { reason, attemptsLeft } = error.details;
    const retryAt = Date.now() + (error.retryAfterSeconds ?? 0) * 1000;
    if (reason === 'code_just_sent') this.againAt = retryAt;
    else if (reason === 'locked') this.lockedUntil = retryAt;
    else if (reason === 'wrong_code' && attemptsLeft === 0) this.lockedUntil = Date.now() + LIMITS.linkLockMs;
    else if (reason === 'wrong_code') this.problem = m.code_wrong({ count: Number(attemptsLeft) });
    else return false;
    return true;
  }
}
