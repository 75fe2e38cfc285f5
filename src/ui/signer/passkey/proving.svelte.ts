import { SignerProblem } from '#ui/signer/signer-api.ts';
import type { SigningSession } from '#ui/signer/signing-session.svelte.ts';
import { createCredential, type CreationOptions, type RequestOptions, useCredential } from './credentials.ts';
import { checkStatement } from './statement.ts';

type Attempt = {
  readonly id: string;
  readonly challenge: ArrayBuffer;
  readonly options: RequestOptions;
  /** Null if only a passkey that has signed before is accepted. */
  readonly create: CreationOptions | null;
};

/** Why nothing was signed: the person or their device stopped, or what is to be signed isn't what was shown. */
export type Trouble = 'stopped' | 'changed' | 'unknown' | 'new';

/** Signing with a passkey: an attempt that is started when the step opens, and again when it has ended. */
export class Proving {
  attempt = $state.raw<Attempt | null>(null);
  trouble = $state<Trouble | null>(null);
  /** Whether a prompt of the device is open. */
  prompting = $state(false);
  readonly #session: SigningSession;
  readonly #statement: string;

  constructor(session: SigningSession, statement: string) {
    this.#session = session;
    this.#statement = statement;
  }

  get hasPasskey(): boolean {
    return (this.attempt?.options.allowCredentials.length ?? 0) > 0;
  }

  /** Fixes what is signed. Without an attempt, the failure of the session says why. */
  async start(): Promise<void> {
    this.attempt = null;
    const body = await this.#session.prepareBody();
    const { view } = this.#session;
    if (body === null || view === null) return;
    await this.#session.run(async (api) => {
      const started = await api.call?.((client) => client.POST('/api/signer/sign/start', { body }));
      if (started === undefined) return;
      const challenge = await checkStatement(started, {
        ...{ envelopeId: view.envelope.id, participantId: view.me.id },
        ...{ documentHash: this.#session.document.hash, text: this.#statement, body },
      });
      if (challenge === null) this.trouble = 'changed';
      else this.attempt = { id: started.attempt, challenge, ...started.next };
    });
  }

  /** Creates a passkey. It signs nothing yet: browsers want a click for each of both. */
  async createPasskey(): Promise<void> {
    const { attempt } = this;
    if (attempt?.create == null) return;
    const { create } = attempt;
    const created = await this.#prompt(() => createCredential(create));
    if (created === null) return;
    await this.#session.run(async (api) => {
      const body = { attempt: attempt.id, created };
      const answer = await this.#tell(() =>
        api.call?.((client) => client.POST('/api/signer/sign/continue', { body })),
      );
      if (answer !== undefined && 'next' in answer)
        this.attempt = { ...attempt, options: answer.next.options, create: answer.next.create };
    });
  }

  /** Signs with a passkey: one of this address, or with `isOther` any that the device has. */
  async sign({ isOther = false } = {}): Promise<void> {
    const { attempt } = this;
    if (attempt === null) return;
    const options = isOther ? { ...attempt.options, allowCredentials: [] } : attempt.options;
    const passkey = await this.#prompt(() => useCredential(options, attempt.challenge));
    if (passkey === null) return;
    await this.#finish({ attempt: attempt.id, passkey });
  }

  /** Signs by the click alone, where the sender leaves that open. */
  async signWithout(): Promise<void> {
    const body = await this.#session.prepareBody();
    if (body === null) return;
    await this.#session.signBy(async (api) => {
      const send = { ...body, withoutPasskey: true };
      const answer = await api.call?.((client) => client.POST('/api/signer/sign', { body: send }));
      return answer?.status ?? null;
    });
  }

  async #finish(body: { attempt: string; passkey: NonNullable<Awaited<ReturnType<typeof useCredential>>> }) {
    await this.#session.signBy(async (api) => {
      const answer = await this.#tell(() =>
        api.call?.((client) => client.POST('/api/signer/sign/continue', { body })),
      );
      return answer !== undefined && 'status' in answer ? answer.status : null;
    });
  }

  async #prompt<T>(ask: () => Promise<T | null>): Promise<T | null> {
    [this.prompting, this.trouble] = [true, null];
    try {
      const answer = await ask();
      if (answer === null) this.trouble = 'stopped';
      return answer;
    } finally {
      this.prompting = false;
    }
  }

  /** Explains what only this step knows. Starts again after an attempt that has ended. */
  async #tell<T>(call: () => Promise<T> | undefined): Promise<T | undefined> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof SignerProblem)) throw error;
      const trouble = findTrouble(error);
      if (trouble === null) throw error;
      this.trouble = trouble;
      return undefined;
    }
  }
}

function findTrouble({ code, details }: SignerProblem): Trouble | null {
  if (code === 'validation_failed') return 'unknown';
  if (code !== 'invalid_state') return null;
  if (details.reason === 'new_passkey') return 'new';
  return details.reason === 'attempt_over' || details.reason === 'statement_changed' ? 'changed' : null;
}
