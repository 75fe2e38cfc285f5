import { acceptedByName } from '#domain/document/accepted.ts';
import { LIMITS } from '#domain/limits.ts';
import { m } from '#i18n/compiled/messages.js';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { dashboard, refusalOfCall, sentenceOfFailure } from '#ui/envelopes/dashboard-client.ts';
import { typedRecipients, recipientProblem, withRecipients, type Recipient } from './recipients.ts';
import { reasonSentence } from './upload-document.ts';

/** How far the document of a new envelope has come. */
export type DocumentStage = 'awaited' | 'converting' | 'detecting' | 'ready';

const STORAGE_KEY = 'countersign.new-envelope';
type Kept = { readonly id: string | null; readonly recipients: readonly Recipient[] };

/** A new envelope: its document, and the recipients typed while that uploads. A reload keeps both. */
export class NewEnvelope {
  recipients = $state.raw<readonly Recipient[]>([]);
  graph = $state.raw<WireGraph | null>(null);
  problem = $state<string | null>(null);
  /** Whether to point out incomplete recipients: once someone tried to continue. */
  strict = $state(false);
  saving = $state(false);
  #id: string | null = null;

  get stage(): DocumentStage {
    const envelope = this.graph?.envelope;
    if (envelope === undefined) return 'awaited';
    if (envelope.documentStatus === 'processing') return 'converting';
    if (envelope.documentStatus !== 'received') return 'awaited';
    const isDetecting =
      envelope.status === 'detecting' || ['queued', 'running'].includes(envelope.detectionStatus);
    return isDetecting ? 'detecting' : 'ready';
  }

  /** Restores what was started in this tab. */
  async restore(): Promise<void> {
    const kept = readKept();
    this.recipients = kept.recipients;
    this.#id = kept.id;
    await this.refresh();
  }

  change(recipients: readonly Recipient[]): void {
    this.recipients = recipients;
    this.#keep();
  }

  /** Prepares an envelope for a file. Another file needs another envelope, since the log contains the file's name. */
  async prepare(file: File): Promise<{ url: string } | { failure: string }> {
    try {
      this.problem = null;
      const before = this.graph?.envelope;
      if (before !== undefined && before.originalFilename !== file.name) await this.#discard(before);
      if (this.#id === null) {
        const accepted = acceptedByName(file.name);
        const title = accepted === null ? file.name : file.name.slice(0, -accepted.extension.length);
        const displayName = title.trim().slice(0, LIMITS.nameMaxChars);
        this.graph = await dashboard.envelope.create.mutate({
          originalFilename: file.name,
          ...(displayName === '' ? {} : { displayName }),
        });
        this.#id = this.graph.envelope.id;
        this.#keep();
      }
      return { url: `/envelopes/${this.#id}/document` };
    } catch (error) {
      return { failure: sentenceOfFailure(error) };
    }
  }

  get id(): string | null {
    return this.#id;
  }

  /** Loads how far the document has come. */
  async refresh(): Promise<void> {
    if (this.#id === null) return;
    try {
      const graph = await dashboard.envelope.get.query({ id: this.#id });
      if (['draft', 'detecting', 'review'].includes(graph.envelope.status)) this.graph = graph;
      else this.#forget();
      const { documentStatus, documentRefusal } = graph.envelope;
      this.problem = documentStatus === 'refused' ? reasonSentence(documentRefusal ?? '') : this.problem;
    } catch (error) {
      // A lost connection changes nothing.
      if (refusalOfCall(error)?.code === 'not_found') this.#forget();
    }
  }

  /** Voids the envelope to make room for another document. */
  async startOver(): Promise<void> {
    try {
      if (this.graph !== null) await this.#discard(this.graph.envelope);
    } catch (error) {
      this.problem = sentenceOfFailure(error);
    }
  }

  /** Saves the recipients in the draft. Returns the URL to continue at, or null if something has to be fixed first. */
  async finish(): Promise<string | null> {
    const people = typedRecipients(this.recipients);
    this.strict = true;
    if (this.#id === null || this.stage !== 'ready' || people.some((one) => recipientProblem(one) !== null))
      return null;
    this.saving = true;
    this.problem = null;
    try {
      if (people.length > 0) {
        const graph = await dashboard.envelope.get.query({ id: this.#id });
        await dashboard.envelope.draft.mutate({
          id: this.#id,
          expectedVersion: graph.envelope.version,
          ...withRecipients(graph, people),
        });
      }
      const address = `/envelopes/${this.#id}/edit`;
      this.recipients = [];
      this.#forget();
      return address;
    } catch (error) {
      this.problem = sentenceOfFailure(error);
      return null;
    } finally {
      this.saving = false;
    }
  }

  async #discard({ id, version }: { readonly id: string; readonly version: number }): Promise<void> {
    await dashboard.envelope.void
      .mutate({ id, expectedVersion: version, reason: m.envelopes_new_replaced() })
      .catch((error: unknown) => {
        // If it changed in the meantime, it stays among the drafts.
        if (refusalOfCall(error) === null) throw error;
      });
    this.#forget();
  }

  #forget() {
    this.#id = null;
    this.graph = null;
    this.#keep();
  }

  #keep() {
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ id: this.#id, recipients: this.recipients }));
    } catch {
      // Without storage it's kept as long as the page is open.
    }
  }
}

function readKept(): Kept {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as Partial<Kept> | null;
    const recipients = Array.isArray(kept?.recipients) ? kept.recipients.filter(isRecipient) : [];
    return { id: typeof kept?.id === 'string' ? kept.id : null, recipients };
  } catch {
    return { id: null, recipients: [] };
  }
}

function isRecipient(value: unknown): value is Recipient {
  const texts = ['id', 'name', 'email', 'company', 'title'];
  return (
    typeof value === 'object' &&
    value !== null &&
    texts.every((name) => typeof (value as Record<string, unknown>)[name] === 'string')
  );
}
