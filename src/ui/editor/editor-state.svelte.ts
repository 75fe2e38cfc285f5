import { createAmountFormat, getItemName, getItemType, type PaletteItem } from './fields/palette.ts';
import type { AvailableMethod } from '#domain/envelope/authentication.ts';
import { isAnnotation } from '#domain/field/answer.ts';
import { getDefaultSize } from '#domain/field/default-size.ts';
import { m } from '#i18n/compiled/messages.js';
import { createRandomId } from '#ui/kit/random-id.ts';
import type { PageSizes } from '#ui/pdf/page-sizes.svelte.ts';
import type { PdfDocument } from '#ui/pdf/pdf-document.ts';
import type { WireDocument } from '#wire/document.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import * as changes from './draft/changes.ts';
import type { Draft, DraftParticipant } from './draft/draft.ts';
import { DraftKeeping, type Sitting } from './draft/keep-draft.svelte.ts';
import type { EditorHost } from './host.ts';
import { getSigningGroups } from './participants/order.ts';
import { describeOwnedField, formatPercent, getParticipantName } from './fields/field-words.ts';
import {
  findClearPlace,
  type Place,
  placeAround,
  sortByReadingOrder,
  toFractionSize,
} from './placing/geometry.ts';
import {
  beginHistory,
  endRun,
  type History,
  rebaseHistory,
  record,
  redoStep,
  undoStep,
} from './draft/history.ts';
import type { FoundText } from './placing/found-text.ts';
import type { PagePoint } from './placing/page-finder.ts';
import { findDraftProblems } from './sending/problems.ts';
import { isProposal } from './proposals/proposals.ts';
import { readDraft } from './draft/read-draft.ts';
import { listChosenFields, listPagesAround, Selection } from './fields/selection.svelte.ts';
import type { Guides } from './placing/snapping.ts';
import { ACTUAL_SCALE, type Zoom } from '#ui/pdf/page-layout.ts';

const SCALES = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;

/** Which page is shown, and how large. */
class PageView {
  /** The page in the middle of the window. */
  page = $state(1);
  zoom = $state<Zoom>('width');
  /** The scale of that page; 1 is actual size. */
  scale = $state(1);
  #goTo: (page: number) => void = () => {};

  /** Called by the pages once they exist. */
  connect(goTo: (page: number) => void): void {
    this.#goTo = goTo;
  }

  goTo(page: number): void {
    this.#goTo(page);
  }

  seen(page: number, pixelsPerPoint: number): void {
    this.page = page;
    this.scale = pixelsPerPoint / ACTUAL_SCALE;
  }

  /** The next larger or smaller scale; null at the end. */
  step(by: 1 | -1): number | null {
    const other = by === 1 ? SCALES.find(isLarger(this.scale)) : SCALES.findLast(isSmaller(this.scale));
    return other ?? null;
  }
}

/** Scales that would look the same count as equal. */
const SAME = 0.01;

const isLarger = (than: number) => (scale: number) => scale > than + SAME;

const isSmaller = (than: number) => (scale: number) => scale < than - SAME;

/**
 * Changes from elsewhere are merged into at most this many fields of undo steps, which takes a few
 * milliseconds.
 */
const REBASED_FIELDS_MAX = 50_000;

/**
 * What the editor shows and what its controls do. The draft is one immutable value; everything else is view
 * state.
 */
export class EditorState {
  readonly envelopeId: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** When the draft will be sent (ISO 8601, UTC). Null if it isn't scheduled. */
  readonly scheduledSendAt: string | null;
  /** The files in order. */
  readonly documents: readonly WireDocument[];
  readonly keeping: DraftKeeping;
  readonly host: EditorHost;
  pdf = $state.raw<PdfDocument | null>(null);
  sizes = $state.raw<PageSizes | null>(null);
  readonly view = new PageView();
  readonly selection = new Selection();
  /** The participant that new fields are assigned to. */
  activeKey = $state<string | null>(null);
  /** The participant whose details are open. */
  editedKey = $state<string | null>(null);
  /** What the next click on a page places. */
  armed = $state<PaletteItem | null>(null);
  /** What is being dragged from the palette, and the pointer's position in the window (CSS pixels). */
  ghost = $state.raw<{ readonly item: PaletteItem; readonly x: number; readonly y: number } | null>(null);
  guides = $state.raw<(Guides & { page: number }) | null>(null);
  /** The selection rectangle being drawn. */
  band = $state.raw<(Place & { page: number }) | null>(null);
  /** The text that was looked for, whose occurrences are marked on the pages. */
  found = $state.raw<FoundText | null>(null);
  /** The open dialog about fields. */
  dialog = $state<'keys' | 'copy-to-pages' | null>(null);
  /** Whether recipients for whom nothing was chosen may ask someone else to act for them. */
  readonly delegationDefault: boolean;
  /** The available methods for proving who a person is. */
  readonly methods: readonly AvailableMethod[];
  /** Whether an application is registered in which people can sign. */
  readonly canEmbed: boolean;
  /** The parties that detection found. */
  readonly parties: NonNullable<WireGraph['envelope']['detectedParties']>;
  /** The text that screen readers announce. */
  announcement = $state('');

  #history = $state.raw<History<Draft>>(beginHistory(EMPTY));
  readonly draft = $derived(this.#history.present);
  readonly canUndo = $derived(this.#history.past.length > 0);
  readonly canRedo = $derived(this.#history.future.length > 0);
  readonly ordered = $derived(sortByReadingOrder(this.draft.fields));
  readonly byPage = $derived(Map.groupBy(this.ordered, ({ page }) => page));
  readonly proposals = $derived(this.ordered.filter(isProposal));
  /** The selected fields. The last selected field comes last. */
  readonly chosen = $derived(listChosenFields(this.draft.fields, this.selection));
  /** The selected field if it's the only one. */
  readonly selected = $derived(this.chosen.length === 1 ? (this.chosen[0] ?? null) : null);
  /**
   * Pages that stay rendered off-screen: the page of the focused field, and the pages of fields that Tab can
   * reach.
   */
  readonly keptPages = $derived(listPagesAround(this.ordered, this.selection.last));
  /** The group of each participant in the signing order. */
  readonly groups = $derived(getSigningGroups(this.draft.participants));
  readonly positions = $derived(new Map(this.draft.participants.map(({ key }, index) => [key, index])));
  readonly problems = $derived(findDraftProblems(this.draft, new Date().toISOString(), this.sizes));

  constructor(sitting: Sitting, host: EditorHost) {
    this.host = host;
    this.envelopeId = sitting.graph.envelope.id;
    this.createdAt = sitting.graph.envelope.createdAt;
    this.scheduledSendAt = sitting.graph.envelope.scheduledSendAt;
    this.documents = sitting.graph.envelope.documents;
    this.delegationDefault = sitting.defaults.canDelegate;
    this.methods = sitting.methods;
    this.canEmbed = sitting.canEmbed;
    this.parties = sitting.graph.envelope.detectedParties ?? [];
    this.#history = beginHistory(readDraft(sitting.graph));
    this.activeKey = this.draft.participants[0]?.key ?? null;
    this.keeping = new DraftKeeping(sitting, host, { adopt: (draft, change) => this.#adopt(draft, change) });
  }

  get autosave() {
    return this.keeping.autosave;
  }

  get saving() {
    return this.keeping.state;
  }

  /** The key of the field that was selected last. Setting it selects only that field. */
  get selectedKey(): string | null {
    return this.selection.last;
  }

  set selectedKey(key: string | null) {
    this.selection.choose(key === null ? [] : [key]);
  }

  /** Changes the draft as an undoable step. Consecutive steps with the same tag count as one. */
  change(next: Draft, tag: string | null = null): void {
    this.#show(record(this.#history, next, tag));
  }

  /** Ends a run of similar changes, for example when a drag is released or an input loses focus. */
  settle(): void {
    this.#history = endRun(this.#history);
    this.guides = null;
  }

  undo(): void {
    if (!this.canUndo) return;
    this.#show(undoStep(this.#history));
    this.announcement = m.editor_news_undone();
  }

  redo(): void {
    if (!this.canRedo) return;
    this.#show(redoStep(this.#history));
    this.announcement = m.editor_news_redone();
  }

  /**
   * Places a field centered on a point of a page, for the active participant, who is added if there is none.
   * A field that was aimed by hand is placed exactly there; otherwise it's placed nearby without covering
   * other fields. Returns the field's key.
   */
  async place(
    item: PaletteItem,
    { page, ...center }: PagePoint,
    aim: 'exactly' | 'clear' = 'exactly',
  ): Promise<string | null> {
    if (this.pdf === null) return null;
    const type = getItemType(item);
    const size = toFractionSize(getDefaultSize(type), await this.pdf.pageSize(page));
    const wanted = placeAround(center, size);
    if (this.activeKey === null && !isAnnotation({ type })) this.addParticipant();
    const field = {
      ...changes.createField({
        key: createRandomId(),
        type,
        page,
        place: aim === 'exactly' ? wanted : this.#clear(page, wanted),
        participantKey: this.activeKey ?? '',
      }),
      ...(item === 'amount' ? { format: createAmountFormat(this.draft.fields) } : {}),
    };
    this.change(changes.withField(this.draft, field));
    this.armed = null;
    this.editedKey = null;
    this.selectedKey = field.key;
    this.announcement = m.editor_news_placed({
      field: isAnnotation({ type })
        ? getItemName(item)
        : describeOwnedField(getItemName(item), this.getPersonName(field.participantKey)),
      page,
      left: formatPercent(field.x),
      top: formatPercent(field.y),
    });
    return field.key;
  }

  changeField(key: string, change: changes.FieldChange, tag: string | null = null): void {
    this.changeFields(new Map([[key, change]]), tag);
  }

  /** Changes several fields as one step. */
  changeFields(byKey: ReadonlyMap<string, changes.FieldChange>, tag: string | null = null): void {
    this.change(changes.withFieldsChanged(this.draft, byKey), tag);
  }

  addParticipant(): DraftParticipant {
    const participant = changes.createParticipant(createRandomId());
    this.change(changes.withParticipant(this.draft, participant));
    this.activeKey = participant.key;
    this.editedKey = participant.key;
    this.announcement = m.editor_news_recipient_added({ number: this.draft.participants.length });
    return participant;
  }

  moveParticipant(key: string, position: number, tag: string | null = null): void {
    this.change(changes.moveParticipant(this.draft, key, position), tag);
    this.announcement = m.envelopes_recipient_moved({
      name: this.getPersonName(key),
      position: (this.positions.get(key) ?? 0) + 1,
      count: this.draft.participants.length,
    });
  }

  removeParticipant(key: string): void {
    const name = this.getPersonName(key);
    const count = this.draft.fields.filter(({ participantKey }) => participantKey === key).length;
    this.change(changes.withoutParticipant(this.draft, key));
    this.#keepActive();
    this.announcement =
      count === 0
        ? m.editor_news_recipient_removed({ name })
        : m.editor_news_recipient_removed_fields({ name, count });
  }

  getPersonName(participantKey: string): string {
    const position = this.positions.get(participantKey) ?? -1;
    return getParticipantName(this.draft.participants[position], position);
  }

  #show(history: History<Draft>): void {
    if (history === this.#history) return;
    const changed = history.present !== this.draft;
    this.#history = history;
    this.#keepActive();
    if (changed) this.autosave.changed(this.draft);
  }

  /** Shows a draft with changes from elsewhere, which undo doesn't revert. */
  #adopt(draft: Draft, change: (step: Draft) => Draft): void {
    const stepsMax = Math.floor(REBASED_FIELDS_MAX / Math.max(1, draft.fields.length));
    this.#history = rebaseHistory(this.#history, draft, { change, stepsMax });
    this.#keepActive();
  }

  #keepActive(): void {
    if (this.activeKey === null || !this.positions.has(this.activeKey))
      this.activeKey = this.draft.participants[0]?.key ?? null;
  }

  #clear(page: number, wanted: Place): Place {
    return findClearPlace(
      wanted,
      this.draft.fields.filter((field) => field.page === page),
    );
  }
}

const EMPTY: Draft = {
  displayName: '',
  participants: [],
  fields: [],
  policy: { legalFramework: 'none', consumerDisclosure: false, expiresAt: null, reminderPolicy: null },
  message: { subject: '', body: '' },
  copies: [],
};
