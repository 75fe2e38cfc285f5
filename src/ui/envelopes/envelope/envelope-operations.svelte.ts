import type { Language } from '#domain/language.ts';
import { m } from '#i18n/compiled/messages.js';
import { dashboard, findCallRefusal } from '#ui/envelopes/dashboard-client.ts';
import { offerUndo } from '#ui/envelopes/offer-undo.ts';
import { explainRefusal } from '#ui/envelopes/list/bulk.ts';
import { copyText } from '#ui/kit/copy-text.ts';
import { showToast } from '#ui/kit/toasts.svelte.ts';

export type OperationName =
  | 'remind'
  | 'resend'
  | 'link'
  | 'hand-over'
  | 'correct'
  | 'extend'
  | 'copy'
  | 'version'
  | 'recall'
  | 'void'
  | 'schedule'
  | 'send-now'
  | 'unschedule'
  | 'answer'
  | 'settle';

/** What a sender can do with an envelope: one operation at a time, each with its result. */
export class EnvelopeOperations {
  busy = $state<OperationName | null>(null);
  /** Why the last operation failed; null if it succeeded. */
  problem = $state<string | null>(null);
  /** Whether it failed because the session is over. */
  isSignedOut = $state(false);
  /** A link that the browser didn't allow to copy. */
  uncopied = $state<{ readonly name: string; readonly url: string } | null>(null);
  readonly #id: string;
  readonly #version: () => number;
  readonly #refresh: () => Promise<unknown>;

  constructor(envelope: {
    readonly id: string;
    /** The version that is shown. */
    readonly version: () => number;
    /** Reloads the envelope. */
    readonly refresh: () => Promise<unknown>;
  }) {
    this.#id = envelope.id;
    this.#version = envelope.version;
    this.#refresh = envelope.refresh;
  }

  remind(participantId: string, name: string): Promise<boolean> {
    return this.#run('remind', m.envelopes_done_reminded({ name }), () =>
      dashboard.envelope.remind.mutate({
        id: this.#id,
        expectedVersion: this.#version(),
        participantId,
      }),
    );
  }

  /** Reminds everyone whose turn it is and who wasn't reminded within the hour. */
  remindAll(): Promise<boolean> {
    return this.#run('remind', m.envelopes_bulk_reminded(), () =>
      dashboard.envelope.remind.mutate({ id: this.#id, expectedVersion: this.#version() }),
    );
  }

  resend(participantId: string, name: string): Promise<boolean> {
    return this.#run('resend', m.envelopes_done_resent({ name }), () =>
      dashboard.envelope.resendLink.mutate({
        id: this.#id,
        participantId,
        expectedVersion: this.#version(),
      }),
    );
  }

  /** Copies a signer's link, which the log records. */
  async copyLink(participantId: string, name: string): Promise<boolean> {
    let url = '';
    const succeeded = await this.#run('link', '', async () => {
      ({ url } = await dashboard.envelope.copyLink.mutate({ id: this.#id, participantId }));
    });
    if (!succeeded) return false;
    if (await copyText(url)) showToast(m.envelopes_link_copied({ name }));
    // The browser refuses without TLS, so the person copies it from here.
    else this.uncopied = { name, url };
    return true;
  }

  correct(
    participantId: string,
    change: { name: string; email: string; language: Language | null; phone?: string },
  ): Promise<boolean> {
    return this.#run('correct', m.envelopes_done_corrected({ name: change.name }), () =>
      dashboard.envelope.correctParticipant.mutate({
        id: this.#id,
        participantId,
        expectedVersion: this.#version(),
        ...change,
      }),
    );
  }

  extend(expiresAt: string | null): Promise<boolean> {
    const words = expiresAt === null ? m.envelopes_done_never_expires() : m.envelopes_done_expiry();
    return this.#run('extend', words, () =>
      dashboard.envelope.extendExpiry.mutate({
        id: this.#id,
        expectedVersion: this.#version(),
        expiresAt,
      }),
    );
  }

  /** Reschedules a draft (ISO 8601, UTC). */
  schedule(sendAt: string): Promise<boolean> {
    return this.#run('schedule', m.envelopes_done_scheduled(), () =>
      dashboard.envelope.send.mutate({ id: this.#id, expectedVersion: this.#version(), sendAt }),
    );
  }

  sendNow(): Promise<boolean> {
    return this.#run('send-now', m.envelopes_done_sent(), () =>
      dashboard.envelope.send.mutate({ id: this.#id, expectedVersion: this.#version() }),
    );
  }

  /**
   * Cancels the scheduled send and offers to schedule it for the same time again, if nobody has changed it
   * since.
   */
  async unschedule(sendAt: string): Promise<boolean> {
    let expectedVersion = 0;
    const succeeded = await this.#run('unschedule', '', async () => {
      const call = { id: this.#id, expectedVersion: this.#version() };
      expectedVersion = (await dashboard.envelope.unschedule.mutate(call)).envelope.version;
    });
    if (!succeeded) return false;
    offerUndo(m.envelopes_done_unscheduled(), async () => {
      await dashboard.envelope.send.mutate({ id: this.#id, expectedVersion, sendAt });
      await this.#refresh();
    });
    return true;
  }

  /** Copies the envelope. Returns the new draft's identifier, or null if that failed. */
  async copy(): Promise<string | null> {
    let id: string | null = null;
    await this.#run('copy', '', async () => {
      ({ id } = (await dashboard.envelope.copy.mutate({ id: this.#id })).envelope);
    });
    return id;
  }

  /** Creates the draft of the next version. Returns its identifier, or null if that failed. */
  async makeVersion(): Promise<string | null> {
    let id: string | null = null;
    await this.#run('version', '', async () => {
      const call = { id: this.#id, expectedVersion: this.#version() };
      ({ id } = (await dashboard.envelope.createVersion.mutate(call)).envelope);
    });
    return id;
  }

  /**
   * Opens the document for a participant who signs in person, and locks the dashboard on this device. Returns
   * the page to go to, or null if that failed.
   */
  async handOver(participantId: string): Promise<string | null> {
    let url: string | null = null;
    this.busy = 'hand-over';
    this.forget();
    // Nothing is reloaded: the browser is locked then.
    await this.#attempt(async () => {
      ({ url } = await dashboard.envelope.handOver.mutate({ id: this.#id, participantId }));
    });
    this.busy = null;
    return url;
  }

  recall(): Promise<boolean> {
    return this.#run('recall', m.envelopes_done_recalled(), () =>
      dashboard.envelope.recall.mutate({ id: this.#id, expectedVersion: this.#version() }),
    );
  }

  void(reason: string): Promise<boolean> {
    return this.#run('void', m.envelopes_done_voided(), () =>
      dashboard.envelope.void.mutate({
        id: this.#id,
        expectedVersion: this.#version(),
        ...(reason === '' ? {} : { reason }),
      }),
    );
  }

  /** Answers in a thread, and shows it to everyone from then on if that is wanted. */
  answer(threadId: string, text: string, everyone: boolean): Promise<boolean> {
    return this.#run('answer', m.envelopes_talk_answered(), () =>
      dashboard.envelope.answerThread.mutate({
        ...{ id: this.#id, threadId, text },
        ...(everyone ? { visibleTo: 'everyone' as const } : {}),
      }),
    );
  }

  settle(threadId: string): Promise<boolean> {
    return this.#run('settle', m.envelopes_talk_settled(), () =>
      dashboard.envelope.settleThread.mutate({ id: this.#id, threadId }),
    );
  }

  /** Clears the last problem. */
  forget(): void {
    this.problem = null;
    this.isSignedOut = false;
  }

  /**
   * Runs an operation and reloads the envelope, also after a refusal, which may come from an outdated page.
   */
  async #run(name: OperationName, words: string, operation: () => Promise<unknown>): Promise<boolean> {
    if (this.busy !== null) return false;
    this.busy = name;
    this.forget();
    const succeeded = await this.#attempt(operation);
    if (!this.isSignedOut) await this.#refresh().catch(() => undefined);
    this.busy = null;
    // Only after the reload, so that the next operation acts on what is shown.
    if (succeeded && words !== '') showToast(words);
    return succeeded;
  }

  async #attempt(operation: () => Promise<unknown>): Promise<boolean> {
    try {
      await operation();
      return true;
    } catch (error) {
      this.problem = explainRefusal(error);
      this.isSignedOut = findCallRefusal(error)?.code === 'unauthorized';
      return false;
    }
  }
}
