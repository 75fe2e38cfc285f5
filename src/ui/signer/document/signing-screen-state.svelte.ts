import { tick, untrack } from 'svelte';
import { getTickedValue, isGrouped, isMark, isTickBox } from '#domain/field/answer.ts';
import type { WireSignerField } from '#wire/signer-view.ts';
import { language } from '#ui/kit/language.ts';
import { m } from '#i18n/compiled/messages.js';
import type { AnswerSheet } from '#ui/signer/answers/answer-sheet.svelte.ts';
import { markPurpose, type Question } from '#ui/signer/answers/questions.ts';
import type { PdfDocument } from '#ui/pdf/pdf-document.ts';
import {
  captureRuledAnswers,
  describeShownChanges,
  type RuledAnswers,
} from '#ui/signer/answers/shown-changes.ts';
import type { SigningSession } from '#ui/signer/signing-session.svelte.ts';

const ZOOMS = [1, 1.25, 1.5, 2, 3] as const;

/** The minimum height at which a field is readable, in CSS pixels. */
const READABLE_PX = 24;

/** What stays free on both sides of a field together, in CSS pixels. */
const EDGES_PX = 24;

/** The header above the pages, and some room, in CSS pixels. */
const HEADER_PX = 64;

/** A touch screen, where inputs open in a sheet at the bottom. */
const TOUCH = '(pointer: coarse)';

/** The state of the signing screen: view, zoom, current field and open dialog. */
export class SigningScreenState {
  mode = $state<'document' | 'list'>('document');
  /** Whether fields are filled in below the page, at a size that suits thumbs. */
  readonly byThumb = matchMedia(TOUCH).matches;
  /**
   * The field in the sheet below the page, either because its box is too small to type into or because it's
   * offered the adopted signature.
   */
  docked = $state.raw<WireSignerField | null>(null);
  /** The field that the person last went to, typed into or pressed. */
  current = $state<string | null>(null);
  /** The field that a signature or initials are being created for. */
  adopting = $state.raw<WireSignerField | null>(null);
  /** Whether the pad for the signature takes the whole screen. */
  padIsLarge = $state(false);
  declining = $state(false);
  delegating = $state(false);
  disclosing = $state(false);
  /** Whether the notice about the data that is recorded is shown. */
  informing = $state(false);
  /**
   * Where the document lies open to be read: at its pages, at the search in them, or at what is different in a new
   * version, which it begins with; null if it doesn't.
   */
  reading = $state<'pages' | 'search' | 'changes' | null>(null);
  /** Whether questions to the sender lie open. */
  asking = $state(false);
  /** Whether a page couldn't be drawn for printing. */
  printFailed = $state(false);
  /** A text that screen readers announce once. */
  announcement = $state('');
  #zoomStep = $state(0);
  #width = innerWidth;
  /** The field that the person was last led to. Tab passes other fields on the way to the primary button. */
  #asked = $state<string | null>(null);
  readonly #session: SigningSession;
  /** The outcomes of the rules that screen readers have already announced. */
  #announced: RuledAnswers | null = null;

  readonly hasDialog = $derived.by(
    () =>
      this.adopting !== null ||
      this.declining ||
      this.delegating ||
      this.disclosing ||
      this.informing ||
      this.reading !== null ||
      this.asking,
  );
  readonly zoom = $derived.by(() => ZOOMS[this.#zoomStep] ?? 1);
  readonly canZoomIn = $derived.by(() => this.#zoomStep < ZOOMS.length - 1);
  readonly canZoomOut = $derived.by(() => this.#zoomStep > 0);

  readonly #isOnLargePad = $derived.by(() => this.adopting !== null && this.padIsLarge);

  /** How many things lie over the document: the list, a sheet, a dialog and its large pad, and the deadline. */
  readonly count = $derived.by(
    () =>
      Number(this.mode === 'list') +
      Number(this.docked !== null) +
      Number(this.hasDialog) +
      Number(this.#isOnLargePad) +
      Number(this.#session.isOverdue),
  );

  constructor(session: SigningSession) {
    this.#session = session;
    // The state outlives the view, which every question renews.
    if ((untrack(() => session.view)?.versionNumber ?? 1) > 1) this.reading = 'changes';
  }

  /** Closes the notice of the deadline, or else the large pad, or else the dialog, or else the sheet, or else the list. */
  closeTop(): void {
    if (this.#session.isOverdue) {
      this.#session.isOverdue = false;
      return;
    }
    if (this.#isOnLargePad) {
      this.padIsLarge = false;
      return;
    }
    const field = this.adopting ?? this.docked;
    if (this.hasDialog) {
      this.adopting = null;
      this.declining = this.delegating = this.disclosing = this.informing = this.asking = false;
      this.reading = null;
    } else if (this.docked !== null) void this.undock();
    else this.show('document');
    // The browser has scrolled to where the person was when it opened.
    const target = field === null ? null : this.#input(field);
    if (target !== null) void this.#bringUp(target, 'center', 'instant');
  }

  /** Zooms in or out. The field at hand stays in view. */
  async zoomBy(step: 1 | -1): Promise<void> {
    const field = document.getElementById(`page-${this.current}`);
    const isInView = field !== null && isOnScreen(field);
    this.#zoomStep = Math.min(ZOOMS.length - 1, Math.max(0, this.#zoomStep + step));
    await tick();
    if (isInView) scrollTo(field, 'center', 'instant');
  }

  /** Changes an answer, and announces which fields appear or disappear. */
  followRules(sheet: AnswerSheet, change: () => void): void {
    this.#announced ??= captureRuledAnswers(sheet);
    change();
    this.#announce({ ...captureRuledAnswers(sheet), results: this.#announced.results });
  }

  /** Announces new results. This happens once a field is left, and not at each key press. */
  announceResults(sheet: AnswerSheet): void {
    if (this.#announced !== null) this.#announce(captureRuledAnswers(sheet));
  }

  #announce(now: RuledAnswers): void {
    const changes =
      this.#announced === null ? '' : describeShownChanges(this.#announced, now, language.current);
    this.#announced = now;
    if (changes !== '') this.announcement = changes;
  }

  async print(pdf: PdfDocument): Promise<void> {
    this.printFailed = false;
    try {
      const { printDocument } = await import('./print-document.ts');
      await printDocument(pdf);
    } catch {
      this.printFailed = true;
    }
  }

  show(mode: 'document' | 'list'): void {
    this.mode = mode;
    this.docked = null;
  }

  /**
   * Runs the primary button: asks for consent, goes to the next question, or starts the review. An open
   * question in the sheet is left for later, unless its answer is wrong or it's the last one. An open question on
   * the page shows what is missing. An optional question without an answer is skipped.
   */
  async proceed(): Promise<void> {
    const { sheet } = this.#session;
    if (this.#session.consentNeeded || sheet === null) {
      this.disclosing = true;
      return;
    }
    const { asked, docked, skippable } = this;
    if (skippable !== null) sheet.skip(skippable);
    else if (asked !== undefined && sheet.isOpen(asked)) {
      const own = this.#askedField(asked);
      if (docked !== null) {
        sheet.leave(docked);
        if (sheet.ahead.length === 1) return this.#session.review();
        if (sheet.problemOf(docked) !== null) return;
      } else if (isMark(own)) return this.askForMark(own);
      // The field's sheet was closed, so open it again.
      else if (this.#docks(own)) return this.goToField(own);
      else sheet.pass(asked);
    }
    const next = this.#findNext(asked) ?? sheet.ahead[0];
    if (next === undefined) await this.#session.review();
    else await this.goTo(next);
  }

  /** Goes from a field that was just filled in to the next question, or to the review. */
  async goOn(from: WireSignerField): Promise<void> {
    const next = this.#findNext(this.#session.sheet?.questionOf(from));
    if (next === undefined) await this.#session.review();
    else await this.goTo(next);
  }

  /** Skips all optional questions, and goes on. */
  async skipAll(): Promise<void> {
    this.#session.sheet?.skipAll();
    await this.proceed();
  }

  /** The question that the person was last led to, or whose field is in the sheet. */
  readonly asked = $derived.by(() => {
    const here = this.docked?.id ?? this.#asked;
    return this.#session.sheet?.questions.find(({ fields }) => fields.some(({ id }) => id === here));
  });

  /** The optional question that the primary button skips; null if it does something else. */
  readonly skippable = $derived.by(() => {
    const { asked } = this;
    return asked !== undefined && this.#session.sheet?.isOffered(asked) === true ? asked : null;
  });

  #askedField({ fields }: Question): WireSignerField {
    const here = this.docked?.id ?? this.#asked;
    return fields.find(({ id }) => id === here) ?? fields[0];
  }

  /** Returns the next question that needs an answer or is offered, in reading order and from the top again. */
  #findNext(from: Question | undefined): Question | undefined {
    const { ahead = [], questions = [] } = this.#session.sheet ?? {};
    const others = ahead.filter(({ id }) => id !== from?.id);
    const passed = questions.findIndex(({ id }) => id === from?.id);
    const later = new Set(questions.slice(passed + 1).map(({ id }) => id));
    return others.find(({ id }) => later.has(id)) ?? others[0];
  }

  /** The question before the current one that the signer can answer; undefined if there is none. */
  readonly previous = $derived.by(() => {
    const sheet = this.#session.sheet;
    if (sheet === null || this.current === null) return undefined;
    const at = sheet.questions.findIndex(({ fields }) => fields.some(({ id }) => id === this.current));
    return sheet.questions
      .slice(0, Math.max(0, at))
      .findLast(({ fields }) => fields.some((field) => !sheet.isFixed(field)));
  });

  /** The required box in the sheet, if it isn't in a group and isn't checked. */
  readonly uncheckedBox = $derived.by(() => {
    const field = this.docked;
    const sheet = this.#session.sheet;
    if (field === null || sheet === null || !isTickBox(field) || isGrouped(field)) return null;
    return field.required && !sheet.isSettled(field) ? field : null;
  });

  /** The signature field in the sheet, which offers the adopted signature. */
  readonly unsignedField = $derived.by(() => {
    const field = this.docked;
    return field !== null && isMark(field) ? field : null;
  });

  /** Checks a box or places the adopted signature, and continues. */
  async affirm(field: WireSignerField): Promise<void> {
    const sheet = this.#session.sheet;
    if (sheet === null) return;
    this.followRules(sheet, () => sheet.set(field, isMark(field) ? 'true' : getTickedValue(field)));
    this.#session.keepAnswers();
    await (this.byThumb ? this.proceed() : this.advance(field));
  }

  /**
   * Offers the adopted signature or initials in the sheet. If there are none, or to change them, opens the
   * dialog that creates them.
   */
  async askForMark(field: WireSignerField): Promise<void> {
    await (this.#awaitsMark(field) ? this.dock(field) : this.adopt(field));
  }

  /**
   * Opens the dialog that creates a signature or initials. On a touch screen, the field is brought above it.
   */
  async adopt(field: WireSignerField): Promise<void> {
    this.adopting = field;
    this.padIsLarge = false;
    const target = this.#input(field);
    if (this.byThumb && target !== null) await this.#bringUp(target, 'start', 'instant');
  }

  #awaitsMark(field: WireSignerField): boolean {
    const sheet = this.#session.sheet;
    const purpose = markPurpose(field);
    return purpose !== null && sheet?.marks[purpose] !== undefined && sheet.valueOf(field) === '';
  }

  /** Handles Enter in a field. Goes to the next question, or to the primary button if there is none. */
  async advance(from: WireSignerField): Promise<void> {
    const { sheet } = this.#session;
    const question = sheet?.questions.find(({ fields }) => fields.some(({ id }) => id === from.id));
    sheet?.leave(from);
    if (sheet !== null && question !== undefined && sheet.isOffered(question)) sheet.skip(question);
    const next = this.#findNext(question);
    if (next !== undefined) return this.goTo(next);
    this.docked = null;
    await tick();
    document.getElementById('signer-proceed')?.focus();
  }

  /** Follows the focus within the pages, so that `current` is the field that the person is in. */
  noteFocus(target: EventTarget | null): void {
    const id = target instanceof HTMLElement ? /^(?:page|list)-(.+)$/.exec(target.id)?.[1] : undefined;
    if (id !== undefined) this.current = id;
  }

  async goTo(question: Question): Promise<void> {
    const field =
      question.fields.find((each) => this.#session.sheet?.isFixed(each) === false) ?? question.fields[0];
    await this.goToField(field);
  }

  /** Scrolls to a field and focuses it. On a touch screen, opens the field's sheet. */
  async goToField(field: WireSignerField): Promise<void> {
    await tick();
    const target = this.#input(field);
    if (target === null) return;
    this.current = field.id;
    this.#asked = field.id;
    const docks = this.#docks(field);
    if (docks) await this.dock(field);
    else this.docked = null;
    if (!docks) target.focus({ preventScroll: true });
    // A signature has a dialog of its own. With a mouse, one that is there can be looked at.
    const asks = isMark(field) && !docks && (this.byThumb || this.#session.sheet?.valueOf(field) === '');
    if (asks) await this.adopt(field);
    if (!asks || !this.byThumb) await this.#bringUp(target, 'center');
    this.announcement = m.signing_editing({
      label: m.field_label({ label: field.displayLabel, page: field.page }),
    });
  }

  /** Checks whether a field is filled in below the page. */
  #docks(field: WireSignerField): boolean {
    return (
      this.#input(field)?.dataset.docks === 'true' ||
      (this.byThumb && isTickBox(field)) ||
      this.#awaitsMark(field)
    );
  }

  #input(field: WireSignerField): HTMLElement | null {
    return document.getElementById(`${this.mode === 'list' ? 'list' : 'page'}-${field.id}`);
  }

  /** Scrolls to a field. On a touch screen, also zooms to a readable size. */
  async #bringUp(
    target: HTMLElement,
    block: ScrollLogicalPosition,
    behavior = getScrollBehavior(),
  ): Promise<void> {
    if (this.byThumb) await this.#enlarge(target);
    scrollTo(target, block, behavior);
  }

  /** Brings the field at hand back into view once the phone was turned and the pages have their new width. */
  async followTurn(): Promise<void> {
    const field = this.adopting ?? this.docked;
    if (field === null || innerWidth === this.#width) return;
    this.#width = innerWidth;
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    const target = this.#input(field);
    if (target !== null) await this.#bringUp(target, this.adopting ? 'start' : 'center', 'instant');
  }

  /** Zooms in until the field is readable, but not so far that it or its group is larger than the screen. */
  async #enlarge(target: HTMLElement): Promise<void> {
    const { height } = target.getBoundingClientRect();
    const whole = findWhole(target).getBoundingClientRect();
    const readable = ZOOMS.findIndex((zoom) => (height / this.zoom) * zoom >= READABLE_PX);
    const most = Math.min(
      (innerWidth - EDGES_PX) / whole.width,
      (innerHeight - getFootHeight() - HEADER_PX) / whole.height,
    );
    const fitting = ZOOMS.filter((zoom) => zoom / this.zoom <= most).length - 1;
    const wanted = Math.max(this.#zoomStep, readable < 0 ? ZOOMS.length - 1 : readable);
    this.#zoomStep = Math.max(0, Math.min(wanted, fitting));
    await tick();
  }

  /** Opens the sheet of a field, with its input or the adopted signature. */
  async dock(field: WireSignerField): Promise<void> {
    this.docked = field;
    await tick();
    const input = document.getElementById(`dock-${field.id}`) ?? document.getElementById('signer-proceed');
    input?.focus({ preventScroll: true });
  }

  async undock(): Promise<void> {
    const field = this.docked;
    // Removes the focus while the input still exists.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    this.docked = null;
    await tick();
    if (field !== null) this.#input(field)?.focus({ preventScroll: true });
  }
}

function getScrollBehavior(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}

/** Returns the frame of the group that a field belongs to, or else the field. */
function findWhole(field: HTMLElement): HTMLElement {
  return document.querySelector<HTMLElement>(`[data-frame~="${field.id}"]`) ?? field;
}

function getFootHeight(): number {
  return document.getElementById('signer-actions')?.offsetHeight ?? 0;
}

/**
 * Scrolls to a field, or to its group, between the header and the foot. One that is wider than the screen begins at its
 * edge. Documents read from left to right.
 */
function scrollTo(field: HTMLElement, block: ScrollLogicalPosition, behavior: ScrollBehavior): void {
  const whole = findWhole(field);
  const inline = whole.getBoundingClientRect().width > innerWidth ? 'start' : 'center';
  whole.style.setProperty('--foot', String(getFootHeight()));
  whole.scrollIntoView({ block, inline, behavior });
}

function isOnScreen(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}
