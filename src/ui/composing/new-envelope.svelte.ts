import { m } from '#i18n/compiled/messages.js';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { createParticipant } from '#ui/editor/draft/changes.ts';
import type { Draft, DraftField, DraftParticipant } from '#ui/editor/draft/draft.ts';
import { getSigningGroups } from '#ui/editor/participants/order.ts';
import { withoutNulls, writeDraft } from '#ui/editor/draft/write-draft.ts';
import { dashboard, findCallRefusal, explainFailure } from '#ui/envelopes/dashboard-client.ts';
import { FileQueue } from '#ui/envelopes/files/file-queue.svelte.ts';
import { canEdit, isBeingRead, isDraft } from '#ui/envelopes/status-words.ts';
import { createRandomId } from '#ui/kit/random-id.ts';
import { showToast } from '#ui/kit/toasts.svelte.ts';
import { type Composing, keepEntries, NO_ENTRIES, readEntries, type Entries } from './kept-entries.ts';
import { findRecipientProblem, listTypedRecipients, withRecipients } from './recipients.ts';
import { groupByRole, listPlaces, withRoles } from './roles/role-places.ts';
import { type Composed, listFileProblems, listRoleProblems, listSendProblems } from './send-problems.ts';
import { suggestName } from './suggested-title.ts';

/** How often a draft is written that others change meanwhile: once for each step in which its files are read. */
const ATTEMPTS = 5;

/** A new envelope, or the draft that a new template is made from: its files, and what is typed while they upload. A reload keeps both. */
export class NewEnvelope {
  entries = $state.raw<Entries>(NO_ENTRIES);
  /** The draft that has the files. Null before the first file. */
  graph = $state.raw<WireGraph | null>(null);
  problem = $state<string | null>(null);
  /** Whether to point out incomplete recipients, which is the case once someone tried to continue. */
  strict = $state(false);
  saving = $state(false);
  readonly files: FileQueue;
  readonly groups = $derived(getSigningGroups(this.entries.participants));
  /** The envelope's name as typed, or the suggested name. */
  readonly name = $derived(
    this.entries.name ?? (this.graph === null ? '' : suggestName(this.graph.envelope)),
  );
  /** Whether all files have been uploaded, so that the draft can be saved. */
  readonly isReceived = $derived(this.#isReceived());
  /** Whether they have also been read. */
  readonly isReady = $derived(this.isReceived && this.graph !== null && !isBeingRead(this.graph.envelope));
  /** The draft including what was typed. Null until it is ready. */
  readonly draft = $derived(this.isReady && this.graph !== null ? this.#drafted(this.graph) : null);
  /** What keeps it from being sent, in the order of the page. */
  readonly sendProblems = $derived(listSendProblems(this.#compose()));
  /** What keeps it from being continued in the editor. */
  readonly fileProblems = $derived(this.isReady ? [] : listFileProblems(this.#compose()));
  /** Whom the document names, and the fields of each role of a new template. */
  readonly places = $derived(this.isReady && this.graph !== null ? listPlaces(this.graph) : []);
  readonly roleFields = $derived(
    this.isReady && this.graph !== null
      ? groupByRole(this.graph, this.entries.roles)
      : new Map<string, DraftField[]>(),
  );
  /** What keeps a new template from being saved. */
  readonly roleProblems = $derived([
    ...this.fileProblems,
    ...listRoleProblems(this.entries, this.roleFields.get('') ?? []),
  ]);
  readonly #composing: Composing;

  constructor(composing: Composing) {
    this.#composing = composing;
    this.files = new FileQueue({
      graph: () => this.graph,
      show: (graph) => this.#show(graph),
      refresh: () => this.refresh(),
    });
  }

  /** Restores what was started in this tab. */
  async restore(): Promise<void> {
    this.entries = readEntries(this.#composing);
    await this.refresh();
  }

  change(changed: Partial<Entries>): void {
    this.entries = { ...this.entries, ...changed };
    keepEntries(this.#composing, this.entries);
  }

  addParticipant(person: Partial<DraftParticipant> = {}): string {
    const participant = { ...createParticipant(createRandomId()), ...person };
    this.change({ participants: [...this.entries.participants, participant] });
    return participant.key;
  }

  changeParticipant(key: string, change: Partial<DraftParticipant>): void {
    const { participants } = this.entries;
    this.change({ participants: participants.map((one) => (one.key === key ? { ...one, ...change } : one)) });
  }

  /** Loads the progress of the documents. */
  async refresh(): Promise<void> {
    const { id } = this.entries;
    if (id === null) return;
    try {
      const graph = await dashboard.envelope.get.query({ id });
      if (id !== this.entries.id) return;
      const { status, documentStatus, documentRefusal, originalFilename, documents } = graph.envelope;
      if (!isDraft(status)) return this.#show(null);
      this.#show(graph);
      if (documentStatus !== 'refused' || documents.length > 0) return;
      // The first file turned out to be unusable, and there are no other files to keep the draft for.
      this.files.refuse(originalFilename, documentRefusal ?? '');
      this.#show(null);
      await dashboard.envelope.delete.mutate({ id });
    } catch (error) {
      // A lost connection changes nothing.
      if (findCallRefusal(error)?.code === 'not_found') this.#show(null);
    }
  }

  /**
   * Starts over once uploads are finished. Returns the previous draft and a function that restores it along
   * with everything that was typed.
   */
  async clear(): Promise<{ id: string; restore: () => void } | null> {
    await this.files.clear();
    const { entries, graph } = this;
    if (graph === null) return null;
    this.graph = null;
    this.strict = false;
    this.change(NO_ENTRIES);
    const restore = () => {
      this.change(entries);
      void this.refresh();
    };
    return { id: graph.envelope.id, restore };
  }

  /** Saves everything in the draft. Returns its id, or null if something has to be fixed first. */
  async save(): Promise<string | null> {
    this.strict = true;
    const { graph } = this;
    const people = listTypedRecipients(this.entries.participants);
    if (!this.isReceived || graph === null || people.some((one) => findRecipientProblem(one) !== null))
      return null;
    this.saving = true;
    this.problem = null;
    const { id } = graph.envelope;
    try {
      await this.#write(id, (current) => ({ draft: this.#drafted(current) }));
      this.graph = null;
      this.change(NO_ENTRIES);
      return id;
    } catch (error) {
      this.problem = explainFailure(error);
      return null;
    } finally {
      this.saving = false;
    }
  }

  /** Makes the template that the draft was begun for. Returns its id, or null if something has to be fixed first. */
  async saveTemplate(): Promise<string | null> {
    this.strict = true;
    const { graph } = this;
    if (graph === null || this.roleProblems.length > 0) return null;
    this.saving = true;
    this.problem = null;
    const { id } = graph.envelope;
    try {
      const { name, roles, strays, copies, message } = this.entries;
      const written = await this.#write(id, (current) => {
        const displayName = name?.trim() || suggestName(current.envelope);
        const composed = withRoles(current, roles, strays);
        return { ...composed, draft: { ...composed.draft, displayName, copies, message } };
      });
      const { template } = await dashboard.template.create.mutate({
        sourceEnvelopeId: id,
        name: written.draft.displayName,
        roles: written.roles,
        fillVariables: true,
      });
      this.graph = null;
      this.change(NO_ENTRIES);
      // The template has everything that the draft had.
      await dashboard.envelope.delete
        .mutate({ id })
        .catch(() => showToast(m.templates_draft_kept(), { isProblem: true }));
      return template.id;
    } catch (error) {
      this.problem = explainFailure(error);
      return null;
    } finally {
      this.saving = false;
    }
  }

  /**
   * Writes what was typed into the draft as it is now. Its version changes by itself while its files are read, so
   * this tries again if it was overtaken.
   */
  async #write<Written extends { readonly draft: Draft }>(
    id: string,
    compose: (current: WireGraph) => Written,
  ): Promise<Written> {
    for (let attempt = 1; ; attempt += 1) {
      const current = await dashboard.envelope.get.query({ id });
      const written = compose(current);
      const { version: expectedVersion } = current.envelope;
      try {
        await dashboard.envelope.draft.mutate({
          id,
          expectedVersion,
          ...withoutNulls(writeDraft(written.draft)),
        });
        return written;
      } catch (error) {
        if (findCallRefusal(error)?.code !== 'version_conflict' || attempt === ATTEMPTS) throw error;
      }
    }
  }

  #isReceived(): boolean {
    const envelope = this.graph?.envelope;
    if (envelope === undefined || this.files.working > 0 || !canEdit(envelope)) return false;
    return envelope.documents.length > 0 && envelope.documents.every(({ status }) => status === 'received');
  }

  #compose(): Composed {
    const { incoming } = this.files;
    const { participants } = this.entries;
    return { incoming, hasFiles: this.graph !== null, draft: this.draft, participants };
  }

  #drafted(graph: WireGraph): Draft {
    const { name, participants, copies, message } = this.entries;
    const people = listTypedRecipients(participants);
    const draft = withRecipients(graph, people);
    const displayName = name?.trim() || suggestName(graph.envelope);
    return { ...draft, displayName, copies, message };
  }

  #show(graph: WireGraph | null): void {
    // Ignores a response that was overtaken by a newer one.
    if (graph !== null && graph.envelope.id === this.graph?.envelope.id)
      if (graph.envelope.version < this.graph.envelope.version) return;
    this.graph = graph;
    const id = graph?.envelope.id ?? null;
    if (id !== this.entries.id) this.change({ id });
  }
}
