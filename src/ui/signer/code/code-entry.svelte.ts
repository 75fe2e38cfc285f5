import { MISMATCHES, type Mismatch } from '#domain/envelope/sign-in.ts';
import { SIGNING_LIMITS } from '#domain/signing-limits.ts';
import { m } from '#i18n/compiled/messages.js';
import { SignerProblem, type SignerOperations } from '#ui/signer/signer-api.ts';

/** Why a sign-in didn't work. `refused` means that the person didn't finish it. */
export type SignInTrouble = {
  readonly why: Mismatch | 'invalid' | 'refused' | 'provider_failed' | 'provider_disabled';
  readonly attemptsLeft: number | null;
};

/** Requests and enters a code. Problems with the code are shown here. All others are thrown. */
export class CodeEntry {
  /** The number of codes that were sent while this page was open. */
  sent = $state(0);
  problem = $state<string | null>(null);
  /**
   * The times at which another code can be requested and at which another code can be tried, in milliseconds
   * since 1970.
   */
  againAt = $state(0);
  lockedUntil = $state(0);
  /** Why a sign-in with an identity provider didn't work. */
  signInTrouble = $state.raw<SignInTrouble | null>(null);
  readonly #api: Pick<SignerOperations, 'startCode' | 'authenticate'>;

  constructor(api: Pick<SignerOperations, 'startCode' | 'authenticate'>) {
    this.#api = api;
  }

  /**
   * Requests a code. If one was sent a moment ago, that one still works. If the person signs in with an
   * identity provider instead, returns the URL for that.
   */
  async request(): Promise<string | null> {
    this.#clear();
    try {
      const url = await this.#api.startCode();
      if (url !== null) return url;
      this.againAt = Date.now() + SIGNING_LIMITS.sentCodeAgainMs;
    } catch (error) {
      if (!this.#explained(error)) throw error;
      if (this.isLocked || this.signInTrouble !== null) return null;
    }
    this.sent += 1;
    return null;
  }

  /** Returns the token if the code is right, otherwise null. */
  async enter(code: string): Promise<string | null> {
    this.#clear();
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

  #clear(): void {
    this.problem = null;
    this.signInTrouble = null;
  }

  #explained(error: unknown): boolean {
    if (!(error instanceof SignerProblem)) return false;
    const { reason, attemptsLeft, mismatch } = error.details;
    const retryAt = Date.now() + (error.retryAfterSeconds ?? 0) * 1000;
    if (reason === 'code_just_sent') this.againAt = retryAt;
    else if (reason === 'locked') this.lockedUntil = retryAt;
    else if (reason === 'wrong_code' && attemptsLeft === 0)
      this.lockedUntil = Date.now() + SIGNING_LIMITS.linkLockMs;
    else if (reason === 'wrong_code') {
      this.problem = m.code_wrong({ count: Number(attemptsLeft) });
      this.signInTrouble = { why: toMismatch(mismatch), attemptsLeft: Number(attemptsLeft) };
    } else if (reason === 'provider_failed' || reason === 'provider_disabled')
      this.signInTrouble = { why: reason, attemptsLeft: null };
    else return false;
    return true;
  }
}

function toMismatch(text: unknown): Mismatch | 'invalid' {
  return MISMATCHES.find((known) => known === text) ?? 'invalid';
}
