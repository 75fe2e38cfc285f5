import { acceptedByName } from '#domain/document/accepted.ts';
import { LIMITS } from '#domain/limits.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { dashboard, refusalOfCall, sentenceOfFailure } from '#ui/envelopes/dashboard-client.ts';
import { typedRecipients, whatIsMissing, withRecipients, type Recipient } from './recipients.ts';
import { reasonSentence } from './upload-document.ts';

/** Where the document of a new envelope stands. */
export type DocumentStage = 'awaited' | 'converting' | 'detecting' | 'ready';

const KEPT = 'countersign.new-envelope';
type Kept = { readonly id: string | null; readonly recipients: readonly Recipient[] };

/** An envelope that is begun: its document on the way, its recipients typed meanwhile. A reload loses none of it. */
export class NewEnvelope {
  recipients = $state.raw<readonly Recipient[]>([]);
  graph = $state.raw<WireGraph | null>(null);
  problem = $state<string | null>(null);
  /** Whether recipients that are incomplete are pointed out: once somebody wanted to go on. */
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

  /** Takes up what was begun in this tab before. */
  async restore(): Promise<void> {
    const kept = readKept();
    this.recipients = kept.recipients;
    this.#id = kept.id;
    await this.look();
  }

  change(recipients: readonly Recipient[]): void {
    this.recipients = recipients;
    this.#keep();
  }

  /** Prepares the envelope for a file: the same one for the same file, since its log names it. */
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

  /** Looks how far the document has come. */
  async look(): Promise<void> {
    if (this.#id === null) return;
    try {
      const graph = await dashboard.envelope.get.query({ id: this.#id });
      if (['draft', 'detecting', 'review'].includes(graph.envelope.status)) this.graph = graph;
      else this.#forget();
      const { documentStatus, documentRefusal } = graph.envelope;
      this.problem = documentStatus === 'refused' ? reasonSentence(documentRefusal ?? '') : this.problem;
    } catch (error) {
      // What is gone is begun anew; a connection that is away for now changes nothing.
      if (refusalOfCall(error)?.code === 'not_found') this.#forget();
    }
  }

  /** Another document instead: the envelope that was begun is voided. */
  async startOver(): Promise<void> {
    try {
      if (this.graph !== null) await this.#discard(this.graph.envelope);
    } catch (error) {
      this.problem = sentenceOfFailure(error);
    }
  }

  /** Writes the recipients into the draft. Answers where to go on; null where something has to be mended first. */
  async finish(): Promise<string | null> {
    const people = typedRecipients(this.recipients);
    this.strict = true;
    if (this.#id === null || this.stage !== 'ready' || people.some((one) => whatIsMissing(one) !== null))
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
      .mutate({ id, expectedVersion: version, reason: 'Another document was chosen.' })
      .catch((error: unknown) => {
        // Changed or gone meanwhile, it is left among the drafts.
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
      sessionStorage.setItem(KEPT, JSON.stringify({ id: this.#id, recipients: this.recipients }));
    } catch {
      // Without storage it lasts as long as the page.
    }
  }
}

function readKept(): Kept {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Partial<Kept> | null;
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
