import { ENVELOPE_STATUSES } from '#domain/envelope/status.ts';
import type { CopyView } from '#wire/copy-view.ts';
import { checkUntil, FOLLOW_PAUSES_S } from '#ui/signer/check-until.ts';
import { SignerApi, SignerProblem } from '#ui/signer/signer-api.ts';
import { Reading } from '#ui/signer/reader/reading.svelte.ts';
import {
  findSettledScreen,
  getFailureMessage,
  getLinkScreen,
  readAbout,
  type Screen,
} from '#ui/signer/screens/screen.ts';

type StatusScreen = Extract<Screen, { name: 'ended' | 'link' | 'failed' }>;

/** The visit of a person who gets a copy. */
export class CopyVisit {
  view = $state.raw<CopyView | null>(null);
  /** The screen that explains why there is nothing to read; null otherwise. */
  screen = $state.raw<StatusScreen | null>(null);
  busy = $state(false);
  failure = $state<string | null>(null);
  readonly #api: SignerApi | null;
  readonly #ended = new AbortController();

  readonly reading = new Reading();
  /** There is nothing to finish, so only the reader is a step to go back from. */
  readonly isUnderWay = false;
  readonly depth = $derived.by(() => this.reading.count);

  readonly isSealed = $derived.by(() => this.view?.sealedAt != null);

  /** `token` is null if the URL doesn't contain one. */
  constructor(token: string | null) {
    this.#api = token === null ? null : new SignerApi(token, null);
    if (token === null) this.screen = { name: 'link', trouble: 'missing' };
  }

  async open(): Promise<void> {
    await this.#guard(async (api) => {
      this.view = await api.copy();
    });
    if (this.#api !== null && this.view !== null && !this.isSealed) await this.#follow(this.#api);
  }

  stepBack(): void {
    this.reading.closeTop();
  }

  end(): void {
    this.#ended.abort();
  }

  /** Follows what the signers do, until the document is sealed or the link ends. */
  #follow(api: SignerApi): Promise<void> {
    const checkCopy = async (): Promise<boolean> => {
      try {
        this.view = await api.copy();
      } catch (error) {
        if (!(error instanceof SignerProblem)) throw error;
        if (getLinkScreen(error) === null && error.code !== 'invalid_state') return false;
        this.#explain(error);
        return true;
      }
      return this.isSealed;
    };
    return checkUntil(checkCopy, FOLLOW_PAUSES_S, this.#ended.signal);
  }

  /** Returns the document in its current state, or its certificate. Returns null if that failed. */
  async document(variant: 'current' | 'certificate'): Promise<Uint8Array | null> {
    return await this.#guard((api) => api.document(variant));
  }

  async #guard<T>(step: (api: SignerApi) => Promise<T>): Promise<T | null> {
    if (this.#api === null) return null;
    this.busy = true;
    this.failure = null;
    try {
      return await step(this.#api);
    } catch (error) {
      if (!(error instanceof SignerProblem)) throw error;
      this.#explain(error);
      return null;
    } finally {
      this.busy = false;
    }
  }

  #explain(problem: SignerProblem): void {
    const link = getLinkScreen(problem);
    if (link?.name === 'link') this.screen = { ...link, trouble: 'invalid' };
    else if (problem.code === 'invalid_state') this.screen = this.#explainEnd(problem);
    else if (this.view === null) this.screen = { name: 'failed', message: getFailureMessage(problem) };
    else this.failure = getFailureMessage(problem);
  }

  /** Says how the envelope has ended. Only its signers are told that they could be asked again. */
  #explainEnd(problem: SignerProblem): StatusScreen {
    const { status } = problem.details;
    const known = ENVELOPE_STATUSES.find((each) => each === status);
    const settled = known === undefined ? null : findSettledScreen(known, 'pending');
    const ending = settled?.name === 'ended' ? settled.ending : 'unavailable';
    return { name: 'ended', ending, ...readAbout(problem) };
  }
}
