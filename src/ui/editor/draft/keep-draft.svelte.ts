import type { AvailableMethod } from '#domain/envelope/authentication.ts';
import type { EnvelopeDefaults } from '#domain/organization/defaults.ts';
import { m } from '#i18n/compiled/messages.js';
import { LiveUpdates } from '#ui/envelopes/live.svelte.ts';
import { isDraft } from '#ui/envelopes/status-words.ts';
import { Autosave, type Contest, type SaveState } from './autosave.ts';
import type { Draft } from './draft.ts';
import type { EditedGraph } from './edited-graph.ts';
import { createDraftSaver } from './draft-saver.ts';
import { DraftMemory } from './kept-draft.ts';
import { mergeAligned, mergeDrafts, type Merged } from '#ui/editor/merge/merge.ts';
import type { Choose } from '#ui/editor/merge/collision.ts';
import { buildFilesKey } from '#ui/editor/files/files-key.ts';
import type { EditorHost } from '#ui/editor/host.ts';
import { PointerRest } from '#ui/kit/pointer-rest.ts';
import { findDraftProblems } from '#ui/editor/sending/problems.ts';
import { readDraft } from './read-draft.ts';
import { writeDraft } from './write-draft.ts';

const SAVE_DELAY_MS = 700;
/** Writing a large draft to the tab's storage takes milliseconds, too long for every key press. */
const KEEP_DELAY_MS = 250;

/** The person, the envelope, and the source of live updates. */
export type Sitting<Graph extends EditedGraph = EditedGraph> = {
  readonly graph: Graph;
  readonly user: { readonly id: string; readonly email: string };
  readonly mark: string;
  /** The organization's defaults. */
  readonly defaults: EnvelopeDefaults;
  /** The available methods for proving who a person is. */
  readonly methods: readonly AvailableMethod[];
  /** Whether an application is registered in which people can sign. */
  readonly canEmbed: boolean;
};

type Editing = {
  /** Shows changes from elsewhere; `change` applies them to drafts in the undo history. */
  readonly adopt: (draft: Draft, change: (step: Draft) => Draft) => void;
};

/**
 * Keeps a draft saved: on the server, across reloads, while offline or signed out, and alongside other
 * editors.
 */
export class DraftKeeping {
  readonly autosave: Autosave<Draft>;
  state = $state.raw<SaveState>({ status: 'saved', message: null, retryAt: null, version: 0 });
  /** The conflicts with somebody else's changes; null if there are none. */
  contest = $state.raw<Contest<Draft> | null>(null);
  /** Whether the envelope was sent or voided elsewhere, so that it can't be edited anymore. */
  movedOn = $state(false);
  /** The announcement after somebody else's changes were merged. */
  news = $state('');
  /** Whether the person asked to sign in again before a save required it. */
  loggingIn = $state(false);
  readonly live: LiveUpdates;
  readonly user: Sitting['user'];
  readonly defaults: EnvelopeDefaults;
  readonly #sitting: Sitting;
  readonly #host: EditorHost;
  readonly #editing: Editing;
  readonly #memory: DraftMemory;
  /**
   * Changes from elsewhere wait until the pointer is at rest, because nothing may move between a press and
   * its release.
   */
  readonly #rest = new PointerRest();
  #keeping: ReturnType<typeof setTimeout> | undefined;
  #stopLive = () => {};
  #ended = false;

  constructor(sitting: Sitting, host: EditorHost, editing: Editing) {
    this.#sitting = sitting;
    this.#host = host;
    this.user = sitting.user;
    this.defaults = sitting.defaults;
    this.#editing = editing;
    const { id, version } = sitting.graph.envelope;
    this.#memory = host.isEmbedded ? new DraftMemory(id, null) : new DraftMemory(id);
    const save = createDraftSaver(host);
    this.autosave = new Autosave<Draft>({
      synced: readDraft(sitting.graph),
      version,
      delayMs: SAVE_DELAY_MS,
      save: async (...call) => {
        const result = await save(...call);
        if (result.kind === 'conflict') await this.#rest.reached();
        return result;
      },
      blockedBy: (draft) =>
        findDraftProblems(draft, new Date().toISOString()).find(({ blocks }) => blocks === 'save')?.message ??
        null,
      isSame: (one, other) => JSON.stringify(writeDraft(one)) === JSON.stringify(writeDraft(other)),
      merge: (contest) => this.#merge(contest),
      report: (state) => this.#report(state),
    });
    this.state = this.autosave.state;
    this.live = new LiveUpdates(sitting.mark, {
      changed: (ids) => {
        if (ids.includes(id)) void this.look();
      },
      stale: () => void this.look(),
    });
  }

  /**
   * Restores what was kept before a reload. Then watches the connection, the session and other editors until
   * the returned function is called.
   */
  start(): () => void {
    this.#ended = false;
    this.#restore();
    const stopRest = this.#rest.start();
    const handleOnline = () => {
      if (this.state.status === 'unreachable') void this.autosave.flush();
    };
    const handlePageHide = () => this.#keep();
    addEventListener('online', handleOnline);
    addEventListener('pagehide', handlePageHide);
    // Live updates need the dashboard's cookie. Without them, the next save finds changes from elsewhere.
    if (!this.#host.isEmbedded) this.#stopLive = this.live.start();
    return () => {
      this.#ended = true;
      stopRest();
      removeEventListener('online', handleOnline);
      removeEventListener('pagehide', handlePageHide);
      this.#stopLive();
      this.#keep();
      this.autosave.stop();
    };
  }

  /** Continues after the person has signed in again. */
  async goOn(): Promise<void> {
    this.#stopLive();
    this.#stopLive = this.live.start();
    await this.autosave.flush();
  }

  /** Fetches the server's version and merges it, unless the editor was closed in the meantime. */
  async look(): Promise<void> {
    try {
      const graph = await this.#host.get();
      await this.#rest.reached();
      if (this.#ended) return;
      this.movedOn = !isDraft(graph.envelope.status);
      // If pages have moved, the editor opens again and merges what isn't saved.
      if (buildFilesKey(graph.envelope) !== buildFilesKey(this.#sitting.graph.envelope))
        return await this.#host.reload();
      if (!this.movedOn) this.autosave.overtaken(graph.envelope.version, readDraft(graph));
    } catch {
      // There is no connection or no session. The next change detects and reports that.
    }
  }

  /** Ends a conflict with the chosen versions. */
  async resolve(contest: Contest<Draft>, choose: Choose): Promise<boolean> {
    const merged = mergeDrafts(contest, choose);
    this.#adopt(contest, merged, choose);
    return this.autosave.settle(merged.draft, merged.theirs);
  }

  #merge(contest: Contest<Draft>) {
    const merged = mergeDrafts(contest);
    if (merged.collisions.length > 0) return null;
    this.#adopt(contest, merged);
    this.news = m.editor_news_merged();
    return { merged: merged.draft, theirs: merged.theirs };
  }

  #adopt({ base }: Contest<Draft>, { draft, theirs }: Merged, choose?: Choose): void {
    this.#editing.adopt(draft, (step) => mergeAligned({ base, mine: step, theirs }, choose).draft);
  }

  #restore(): void {
    const { graph, user } = this.#sitting;
    const kept = this.#memory.read(user.id);
    if (kept === null) return;
    this.#editing.adopt(kept.draft, (step) => step);
    this.autosave.restore(
      { base: kept.synced, mine: kept.draft, theirs: readDraft(graph) },
      graph.envelope.version,
    );
  }

  #report(state: SaveState): void {
    if (state.status === 'saved' && this.state.status !== 'saved') this.#host.saved();
    if (state.status === 'logged-out') this.#host.ended();
    this.state = state;
    this.contest = this.autosave.contest;
    if (state.status === 'saved') {
      clearTimeout(this.#keeping);
      this.#keeping = undefined;
      this.#memory.forget();
    } else this.#keeping ??= setTimeout(() => this.#keep(), KEEP_DELAY_MS);
  }

  #keep(): void {
    clearTimeout(this.#keeping);
    this.#keeping = undefined;
    const draft = this.autosave.unsaved;
    if (draft === null) return;
    const { synced, state } = this.autosave;
    this.#memory.keep({ userId: this.#sitting.user.id, version: state.version, synced, draft });
  }
}
