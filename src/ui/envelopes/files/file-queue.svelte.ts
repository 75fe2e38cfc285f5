import { findAcceptedByName } from '#domain/document/accepted.ts';
import { isDetectionUnderWay } from '#domain/envelope/detect.ts';
import { LIMITS } from '#domain/limits.ts';
import { dashboard, findCallRefusal, explainFailure } from '#ui/envelopes/dashboard-client.ts';
import { isBeingRead } from '#ui/envelopes/status-words.ts';
import { createRandomId } from '#ui/kit/random-id.ts';
import type { WireEnvelope } from '#wire/envelope.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import {
  isBusy,
  explainDocumentRefusal,
  findUploadProblem,
  uploadDocument,
  withSettings,
  type UploadSettings,
} from './upload-document.ts';

/** A file on its way into an envelope, or one that can't be used. */
export type IncomingFile = {
  readonly key: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly stage: 'waiting' | 'uploading' | 'refused';
  /** How much of it has been sent, from 0 to 1. */
  readonly share: number;
  /** Why it can't be used, and what to do. */
  readonly problem: string | null;
  /** The file on this computer; null if it is no longer there. */
  readonly file: File | null;
};

/** What is read of the envelope that gets the files. */
type QueuedEnvelope = Pick<WireEnvelope, 'id' | 'version' | 'documents'> & Parameters<typeof isBeingRead>[0];
type QueuedGraph = {
  readonly envelope: QueuedEnvelope;
  readonly fields: readonly unknown[];
};

type Options = {
  /** The envelope as last loaded; null before its first file. */
  readonly graph: () => QueuedGraph | null;
  /** Shows what became of the envelope; null if it was deleted. */
  readonly show: (graph: WireGraph | null) => void;
  /** Loads the envelope again. */
  readonly refresh: () => Promise<void>;
  /** Whether only added files are read, so that fields that were removed from others don't come back. */
  readonly readsEach?: boolean;
};

/** How often to check whether the envelope allows a change. */
const POLL_MS = 800;

/** Adds, reorders and removes the files of an envelope, one after another. */
export class FileQueue {
  incoming = $state.raw<readonly IncomingFile[]>([]);
  /** Whether something is being done, or waits for it. */
  working = $state(0);
  /** Why the last change wasn't possible. */
  problem = $state<string | null>(null);
  readonly #options: Options;
  #last: Promise<void> = Promise.resolve();
  /** Whether there are files whose fields are looked for once all are there. */
  #unread = false;
  #readsEach: boolean;
  #ended = false;

  constructor(options: Options) {
    this.#options = options;
    this.#readsEach = options.readsEach ?? false;
  }

  /** Whether files wait to be sent, or are. */
  get sending(): boolean {
    return this.incoming.some(({ stage }) => stage !== 'refused');
  }

  /** Takes files that were dropped or chosen. */
  add(files: readonly File[], settings: UploadSettings): void {
    this.problem = null;
    for (const file of files) {
      const key = createRandomId();
      const { name, size: sizeBytes } = file;
      this.incoming = [
        ...this.incoming,
        { key, name, sizeBytes, stage: 'waiting', share: 0, problem: null, file },
      ];
      void this.#enqueue(() => this.#send(key, file, settings));
    }
  }

  /** Forgets a file that can't be used. */
  dismiss(key: string): void {
    this.incoming = this.incoming.filter((file) => file.key !== key);
  }

  /** Shows a file that the server refused only later. */
  refuse(name: string, reason: string): void {
    const key = createRandomId();
    const problem = explainDocumentRefusal(reason);
    this.incoming = [
      ...this.incoming,
      { key, name, sizeBytes: 0, stage: 'refused', share: 0, problem, file: null },
    ];
  }

  reorder(order: readonly string[]): Promise<void> {
    return this.#change((id) => dashboard.envelope.reorderDocuments.mutate({ id, order: [...order] }));
  }

  /** Removes a file. A draft without files isn't kept. */
  remove(documentId: string): Promise<void> {
    return this.#change(async (id, { envelope }) => {
      if (envelope.documents.some((file) => file.id !== documentId && file.status === 'received'))
        return await dashboard.envelope.removeDocument.mutate({ id, documentId });
      await dashboard.envelope.delete.mutate({ id });
      return null;
    });
  }

  /** Forgets files that can't be used, once the others are uploaded. */
  async clear(): Promise<void> {
    await this.#last;
    this.incoming = [];
  }

  /** Ends with the page. */
  end(): void {
    this.#ended = true;
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    this.working += 1;
    this.#last = this.#last.then(work).finally(() => (this.working -= 1));
    return this.#last;
  }

  #change(change: (id: string, graph: QueuedGraph) => Promise<WireGraph | null>): Promise<void> {
    return this.#enqueue(async () => {
      this.problem = null;
      try {
        await this.#until(hasFiles, async () => {
          const graph = this.#options.graph();
          if (graph !== null) this.#options.show(await change(graph.envelope.id, graph));
        });
      } catch (error) {
        const reason = findCallRefusal(error)?.details?.['reason'];
        this.problem = typeof reason === 'string' ? explainDocumentRefusal(reason) : explainFailure(error);
        await this.#options.refresh();
      }
    });
  }

  async #send(key: string, file: File, settings: UploadSettings): Promise<void> {
    if (!this.incoming.some((one) => one.key === key)) return;
    const taken = this.#options.graph()?.envelope.documents.length ?? 0;
    const problem =
      taken >= LIMITS.documentsMax
        ? explainDocumentRefusal('too_many_documents')
        : await findUploadProblem(file);
    if (problem === null) await this.#until(hasFiles, () => this.#upload(key, file, settings));
    else this.#update(key, { stage: 'refused', problem });
    if (!this.incoming.some(({ stage }) => stage === 'waiting')) await this.#readAll();
  }

  async #upload(key: string, file: File, settings: UploadSettings): Promise<void> {
    const graph = this.#options.graph();
    const isMoreToCome = this.incoming.some((one) => one.key !== key && one.stage === 'waiting');
    // Reading that is under way goes on with it.
    const isReading = graph !== null && isDetectionUnderWay(graph.envelope);
    const detect = this.#readsEach || isReading || (!isMoreToCome && !this.#unread);
    this.#update(key, { stage: 'uploading', share: 0 });
    const displayName = graph === null ? toTitle(file.name) : '';
    const url = withSettings(`/envelopes/${graph?.envelope.id ?? 'new'}/document`, {
      ...{ ...settings, name: file.name, detect },
      ...(displayName === '' ? {} : { displayName }),
    });
    const outcome = await uploadDocument(url, file, (share) => this.#update(key, { share }));
    if (outcome.kind === 'refused') {
      if (outcome.mayPass) throw new BusyEnvelope();
      this.#update(key, { stage: 'refused', problem: outcome.message });
      return;
    }
    this.dismiss(key);
    const taken = JSON.parse(outcome.body) as WireGraph;
    // A file whose tags have become fields isn't read, so that the others are read one by one.
    const isTagged = taken.fields.length > (graph?.fields.length ?? 0);
    if (!detect && isTagged && !this.#unread) this.#readsEach = true;
    else if (!detect) this.#unread = true;
    this.#options.show(taken);
  }

  /** Looks for fields in files that came without, together. */
  async #readAll(): Promise<void> {
    if (!this.#unread) return;
    this.#unread = false;
    await this.#until(isRead, async () => {
      const graph = this.#options.graph();
      if (graph === null) return;
      const { id, version: expectedVersion } = graph.envelope;
      this.#options.show(await dashboard.envelope.detect.mutate({ id, expectedVersion }));
    }).catch((error: unknown) => (this.problem = explainFailure(error)));
  }

  /** Runs a change once the envelope allows it, again if that has changed in between. */
  async #until(allows: (envelope: QueuedEnvelope) => boolean, work: () => Promise<void>): Promise<void> {
    for (;;) {
      const envelope = this.#options.graph()?.envelope;
      if (this.#ended) return;
      if (envelope === undefined || allows(envelope)) {
        try {
          return await work();
        } catch (error) {
          if (!(error instanceof BusyEnvelope) && !isPassing(error)) throw error;
        }
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      await this.#options.refresh();
    }
  }

  #update(key: string, change: Partial<IncomingFile>): void {
    this.incoming = this.incoming.map((file) => (file.key === key ? { ...file, ...change } : file));
  }
}

/** Whether there is a first file, which others go behind: not while it is still converted. */
function hasFiles({ documentStatus, documents }: QueuedEnvelope): boolean {
  return documentStatus !== 'processing' || documents.some(({ status }) => status === 'received');
}

function isRead(envelope: QueuedEnvelope): boolean {
  return !isBeingRead(envelope);
}

/** Thrown when an upload came while the envelope didn't take any. */
class BusyEnvelope extends Error {
  override readonly name = 'BusyEnvelope';
}

/** Whether a change is possible again once the envelope has been reloaded or read. */
export function isPassing(error: unknown): boolean {
  const refused = findCallRefusal(error);
  return refused !== null && (refused.code === 'version_conflict' || isBusy(refused));
}

/** Names an envelope after its first file. */
function toTitle(filename: string): string {
  const accepted = findAcceptedByName(filename);
  const title = accepted === null ? filename : filename.slice(0, -accepted.extension.length);
  return title.trim().slice(0, LIMITS.nameMaxChars);
}
