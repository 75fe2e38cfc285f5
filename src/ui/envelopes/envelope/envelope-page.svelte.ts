import type { Language } from '#domain/language.ts';
import { dashboard, refusalOfCall } from '#ui/envelopes/dashboard-client.ts';
import { refusalWords } from '#ui/envelopes/list/bulk.ts';

export type ActionName =
  'remind' | 'resend' | 'correct' | 'extend' | 'void' | 'schedule' | 'send-now' | 'unschedule';

/** What the sender does with one envelope that is out: one thing at a time, each with what became of it. */
export class EnvelopeDesk {
  busy = $state<ActionName | null>(null);
  /** Why the last action was not done; null when it was. */
  problem = $state<string | null>(null);
  /** Whether that was because the session is over. */
  loggedOut = $state(false);
  /** What was done last, in words. */
  done = $state('');
  readonly #id: string;
  readonly #version: () => number;
  readonly #refresh: () => Promise<unknown>;

  constructor(envelope: {
    readonly id: string;
    /** The version that is shown. */
    readonly version: () => number;
    /** Reads the envelope anew. */
    readonly refresh: () => Promise<unknown>;
  }) {
    this.#id = envelope.id;
    this.#version = envelope.version;
    this.#refresh = envelope.refresh;
  }

  remind(name: string): Promise<boolean> {
    return this.#act('remind', `${name} was reminded.`, () =>
      dashboard.envelope.remind.mutate({ id: this.#id, expectedVersion: this.#version() }),
    );
  }

  resend(participantId: string, name: string): Promise<boolean> {
    return this.#act('resend', `A new link is on its way to ${name}.`, () =>
      dashboard.envelope.resendLink.mutate({
        id: this.#id,
        participantId,
        expectedVersion: this.#version(),
      }),
    );
  }

  correct(
    participantId: string,
    change: { name: string; email: string; language: Language | null },
  ): Promise<boolean> {
    return this.#act('correct', `${change.name} was corrected.`, () =>
      dashboard.envelope.correctParticipant.mutate({
        id: this.#id,
        participantId,
        expectedVersion: this.#version(),
        ...change,
      }),
    );
  }

  extend(expiresAt: string | null): Promise<boolean> {
    const words = expiresAt === null ? 'The envelope no longer expires.' : 'The date of expiry was changed.';
    return this.#act('extend', words, () =>
      dashboard.envelope.extendExpiry.mutate({
        id: this.#id,
        expectedVersion: this.#version(),
        expiresAt,
      }),
    );
  }

  /** Lets a draft go out at another time (ISO 8601, UTC). */
  schedule(sendAt: string): Promise<boolean> {
    return this.#act('schedule', 'The time of sending was changed.', () =>
      dashboard.envelope.send.mutate({ id: this.#id, expectedVersion: this.#version(), sendAt }),
    );
  }

  sendNow(): Promise<boolean> {
    return this.#act('send-now', 'The envelope was sent.', () =>
      dashboard.envelope.send.mutate({ id: this.#id, expectedVersion: this.#version() }),
    );
  }

  unschedule(): Promise<boolean> {
    return this.#act('unschedule', 'It is not sent by itself any more.', () =>
      dashboard.envelope.unschedule.mutate({ id: this.#id, expectedVersion: this.#version() }),
    );
  }

  void(reason: string): Promise<boolean> {
    return this.#act('void', 'The envelope was voided.', () =>
      dashboard.envelope.void.mutate({
        id: this.#id,
        expectedVersion: this.#version(),
        ...(reason === '' ? {} : { reason }),
      }),
    );
  }

  forget(): void {
    this.problem = null;
    this.loggedOut = false;
  }

  /** Does it and reads the envelope anew, also after a refusal: what is shown may be why. */
  async #act(name: ActionName, words: string, action: () => Promise<unknown>): Promise<boolean> {
    if (this.busy !== null) return false;
    this.busy = name;
    this.forget();
    this.done = '';
    const succeeded = await this.#attempt(action);
    if (!this.loggedOut) await this.#refresh().catch(() => undefined);
    this.busy = null;
    // Only now: whoever reads that it was done may do the next thing to what is shown.
    if (succeeded) this.done = words;
    return succeeded;
  }

  async #attempt(action: () => Promise<unknown>): Promise<boolean> {
    try {
      await action();
      return true;
    } catch (error) {
      this.problem = refusalWords(error);
      this.loggedOut = refusalOfCall(error)?.code === 'unauthorized';
      return false;
    }
  }
}
