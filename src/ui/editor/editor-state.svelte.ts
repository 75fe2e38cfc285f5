import { FIELD_CATALOGUE, type FieldType } from '#domain/field/catalogue.ts';
import type { PdfDocument } from '#ui/pdf/pdf-document.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { Autosave, type SaveState } from './autosave.ts';
import * as changes from './changes.ts';
import type { Draft, DraftField, DraftParticipant } from './draft.ts';
import { draftSaver } from './draft-saver.ts';
import { fieldName, participantName, placeWords } from './field-words.ts';
import {
  clearOf,
  fractionSize,
  inReadingOrder,
  moved,
  placeAround,
  type Guides,
  type Place,
} from './geometry.ts';
import { beginHistory, endRun, record, redone, undone, type History } from './history.ts';
import type { PagePoint } from './page-finder.ts';
import { problemsOf } from './problems.ts';
import { readDraft } from './read-draft.ts';

const SAVE_DELAY_MS = 700;

/** What the editor shows and what its controls do. The draft is one immutable value; all else is about looking at it. */
export class EditorState {
  readonly envelopeId: string;
  readonly autosave: Autosave<Draft>;
  saving = $state.raw<SaveState>({ status: 'saved', message: null, version: 0 });
  pdf = $state.raw<PdfDocument | null>(null);
  selectedKey = $state<string | null>(null);
  activeKey = $state<string | null>(null);
  /** The type that the next click on a page places. */
  armed = $state<FieldType | null>(null);
  /** The type that is being dragged from the palette, at the pointer (CSS pixels of the window). */
  ghost = $state.raw<{ readonly type: FieldType; readonly x: number; readonly y: number } | null>(null);
  guides = $state.raw<(Guides & { page: number }) | null>(null);
  /** Read out by screen readers. */
  announcement = $state('');

  #history = $state.raw<History<Draft>>(beginHistory(EMPTY));
  readonly draft = $derived(this.#history.present);
  readonly canUndo = $derived(this.#history.past.length > 0);
  readonly canRedo = $derived(this.#history.future.length > 0);
  readonly ordered = $derived(inReadingOrder(this.draft.fields));
  readonly selected = $derived(this.draft.fields.find(({ key }) => key === this.selectedKey) ?? null);
  readonly positions = $derived(new Map(this.draft.participants.map(({ key }, index) => [key, index])));
  readonly problems = $derived(problemsOf(this.draft, new Date().toISOString()));

  constructor(graph: WireGraph) {
    this.envelopeId = graph.envelope.id;
    this.#history = beginHistory(readDraft(graph));
    this.activeKey = this.draft.participants[0]?.key ?? null;
    this.autosave = new Autosave<Draft>({
      version: graph.envelope.version,
      delayMs: SAVE_DELAY_MS,
      save: draftSaver(graph.envelope.id),
      blockedBy: (draft) =>
        problemsOf(draft, new Date().toISOString()).find(({ blocks }) => blocks === 'save')?.message ?? null,
      report: (state) => (this.saving = state),
    });
    this.saving = this.autosave.state;
  }

  /** Makes the draft another one, as a step that undo takes back; steps with the same tag in a row count as one. */
  change(next: Draft, tag: string | null = null): void {
    this.#show(record(this.#history, next, tag));
  }

  /** Ends a run of alike changes: a drag that was released, an input that was left. */
  settle(): void {
    this.#history = endRun(this.#history);
    this.guides = null;
  }

  undo(): void {
    if (!this.canUndo) return;
    this.#show(undone(this.#history));
    this.announcement = 'Undone.';
  }

  redo(): void {
    if (!this.canRedo) return;
    this.#show(redone(this.#history));
    this.announcement = 'Done again.';
  }

  /** Takes over what the server has, as a step that undo takes back. */
  takeTheirs(graph: WireGraph): void {
    this.#history = record(this.#history, readDraft(graph));
    this.autosave.takeTheirs(graph.envelope.version);
    this.selectedKey = null;
    this.#keepActive();
  }

  /**
   * Places a field of a type around a point of a page, for the active participant; one is begun if there is none. Aimed
   * by hand it lands exactly there, else near there where it covers no other. Gives the field's key.
   */
  async place(
    type: FieldType,
    { page, ...center }: PagePoint,
    aim: 'exactly' | 'clear' = 'exactly',
  ): Promise<string | null> {
    if (this.pdf === null) return null;
    const size = fractionSize(FIELD_CATALOGUE[type].defaultSize, await this.pdf.pageSize(page));
    const wanted = placeAround(center, size);
    if (this.activeKey === null) this.addParticipant();
    const field = changes.newField({
      key: crypto.randomUUID(),
      type,
      page,
      place: aim === 'exactly' ? wanted : this.#clear(page, wanted),
      participantKey: this.activeKey ?? '',
    });
    this.change(changes.withField(this.draft, field));
    this.armed = null;
    this.selectedKey = field.key;
    this.announcement = `${FIELD_CATALOGUE[type].label} for ${this.nameOf(field.participantKey)} placed on ${placeWords(field)}.`;
    return field.key;
  }

  changeField(key: string, change: Partial<Omit<DraftField, 'key'>>, tag: string | null = null): void {
    this.change(changes.withFieldChanged(this.draft, key, change), tag);
  }

  duplicate(field: DraftField): void {
    const place = this.#clear(field.page, moved(field, 0, field.height * 1.25));
    const copy = { ...field, ...place, key: crypto.randomUUID() };
    this.change(changes.withField(this.draft, copy));
    this.selectedKey = copy.key;
    this.announcement = `Copy of ${fieldName(field)} placed on ${placeWords(copy)}.`;
  }

  removeField(field: DraftField): void {
    const index = this.ordered.findIndex(({ key }) => key === field.key);
    this.change(changes.withoutField(this.draft, field.key));
    this.selectedKey = null;
    this.announcement = `${fieldName(field)} removed. ${this.draft.fields.length} fields are left.`;
    const neighbour = this.ordered[Math.min(index, this.ordered.length - 1)];
    if (neighbour !== undefined)
      queueMicrotask(() => document.getElementById(`field-${neighbour.key}`)?.focus());
  }

  addParticipant(): DraftParticipant {
    const participant = changes.newParticipant(crypto.randomUUID());
    this.change(changes.withParticipant(this.draft, participant));
    this.activeKey = participant.key;
    this.announcement = `Participant ${this.draft.participants.length} added.`;
    return participant;
  }

  moveParticipant(key: string, position: number, tag: string | null = null): void {
    this.change(changes.withParticipantAt(this.draft, key, position), tag);
    this.announcement = `${this.nameOf(key)} signs as number ${(this.positions.get(key) ?? 0) + 1} of ${this.draft.participants.length}.`;
  }

  removeParticipant(key: string): void {
    const name = this.nameOf(key);
    const fields = this.draft.fields.filter(({ participantKey }) => participantKey === key).length;
    this.change(changes.withoutParticipant(this.draft, key));
    this.#keepActive();
    this.announcement = `${name} removed${fields > 0 ? `, with ${fields} fields` : ''}.`;
  }

  nameOf(participantKey: string): string {
    const position = this.positions.get(participantKey) ?? -1;
    return participantName(this.draft.participants[position], position);
  }

  #show(history: History<Draft>): void {
    if (history === this.#history) return;
    const changed = history.present !== this.draft;
    this.#history = history;
    this.#keepActive();
    if (changed) this.autosave.changed(this.draft);
  }

  #keepActive(): void {
    if (this.activeKey === null || !this.positions.has(this.activeKey))
      this.activeKey = this.draft.participants[0]?.key ?? null;
  }

  #clear(page: number, wanted: Place): Place {
    return clearOf(
      wanted,
      this.draft.fields.filter((field) => field.page === page),
    );
  }
}

const EMPTY: Draft = {
  displayName: '',
  participants: [],
  fields: [],
  policy: { legalFramework: 'none', consumerDisclosure: false, expiresAt: null },
};
