import type { MarkPurpose } from '#domain/envelope/graph.ts';
import { getFieldTypeFacts } from '#domain/field/catalogue.ts';
import { getInitialValue } from '#domain/field/details.ts';
import { findProblem, type ValueProblem } from '#domain/field/value/problem.ts';
import { isFilled } from '#domain/field/validate.ts';
import { DEFAULT_LANGUAGE, type Language } from '#domain/language.ts';
import { matchesPattern } from '#ui/fields/patterns.ts';
import type { WireAttachment } from '#wire/attachment.ts';
import type { MarkInput } from '#wire/signer.ts';
import type { SignerView, WireSignerField } from '#wire/signer-view.ts';
import { resolveFixedAnswers, suggestValue, type FixedAnswers } from './fixed-answers.ts';
import { m } from '#i18n/compiled/messages.js';
import type { AnswerFit } from '#ui/signer/document/fit-answer.ts';
import { describeMissingAnswer, describeValueProblem } from './answer-words.ts';
import { isAnswered, markPurpose, groupQuestions, type Question } from './questions.ts';
import type { SheetRules } from './sheet-rules.ts';

export type Marks = Partial<Record<MarkPurpose, MarkInput>>;
export type KeptAnswers = { readonly values: Readonly<Record<string, string>>; readonly marks: Marks };

/**
 * One signer's answers, and what is missing or invalid. Fixed values are shown but never change. Conditions
 * and formulas follow the answers and use the same function as the server.
 */
export class AnswerSheet {
  readonly fixed: FixedAnswers;
  readonly #rules: SheetRules;
  readonly #everyQuestion: readonly Question[];
  /** The language of formats that don't set one of their own, as in the finished document. */
  readonly language: Language;
  #values = $state<Record<string, string>>({});
  #marks = $state<Marks>({});
  #files = $state.raw<Readonly<Record<string, readonly WireAttachment[]>>>({});
  /** Fields that have lost focus. From then on, their problems are shown. */
  #left = $state<Record<string, true>>({});
  /** Fields that were skipped without an answer. From then on, they show what is missing. */
  #passed = $state<Record<string, true>>({});
  /** Optional questions that were skipped. */
  #skipped = $state<Record<string, true>>({});
  /** Fields that the person has answered, even if they cleared the answer again. */
  #touched = $state<Record<string, true>>({});
  /** Problems that the server reported, by field. Cleared when the answer changes. */
  #refused = $state<Record<string, string>>({});
  /** How answers fit into their boxes, as far as their pages have been shown. */
  #fits = $state<Record<string, AnswerFit | null>>({});
  /** Whether the signer has answered anything, including before a reload. */
  isChanged = $state(false);
  /** Whether missing answers are shown, which starts once the signer has tried to continue. */
  showMissing = $state(false);

  readonly #outcomes = $derived.by(() => this.#rules((field) => this.#entered(field)));
  /** The fields that are shown, in reading order. */
  readonly fields = $derived.by(() =>
    this.#everyQuestion.flatMap(({ fields }) => fields).filter(({ id }) => this.#outcomes.get(id)?.isShown),
  );
  readonly questions = $derived.by(() => groupQuestions(this.fields));
  /** Questions that the signer must answer, except those that are filled in automatically. */
  readonly required = $derived.by(() =>
    this.questions.filter(
      ({ required, fields }) => required && !fields.every((field) => this.isFixed(field)),
    ),
  );
  readonly requiredDone = $derived.by(() => this.required.filter((question) => this.isDone(question)).length);
  /** Questions to answer before signing, in reading order. */
  readonly open = $derived.by(() => this.questions.filter((question) => this.isOpen(question)));
  /** Questions that the person is still led to: the open ones, and optional ones that are offered. */
  readonly ahead = $derived.by(() =>
    this.questions.filter((question) => this.isOpen(question) || this.isOffered(question)),
  );

  constructor(view: SignerView, rules: SheetRules, kept: KeptAnswers | null, now: Date) {
    this.#everyQuestion = groupQuestions(view.fields);
    this.#rules = rules;
    this.fixed = resolveFixedAnswers(view, now);
    this.language = view.me.language ?? DEFAULT_LANGUAGE;
    for (const field of view.fields) {
      // The server keeps files, including those that come from another tab or device.
      const given = field.type === 'attachment' ? joinFileIds(field.attachments) : kept?.values[field.id];
      this.#files = { ...this.#files, [field.id]: field.attachments };
      this.#values[field.id] = given ?? getInitialValue(field) ?? suggestValue(field.type, view.me);
    }
    this.#marks = { ...kept?.marks };
    this.isChanged = kept !== null;
  }

  get marks(): Marks {
    return this.#marks;
  }

  /** The answers in the form that the constructor takes. */
  get kept(): KeptAnswers {
    return { values: $state.snapshot(this.#values), marks: $state.snapshot(this.#marks) };
  }

  isFixed(field: WireSignerField): boolean {
    return this.fixed.has(field.id) || field.formula !== null;
  }

  /**
   * Returns the value as it would be sent, which is `true` for a placed signature and empty without an
   * answer.
   */
  valueOf(field: WireSignerField): string {
    return field.formula === null ? this.#entered(field) : (this.#outcomes.get(field.id)?.value ?? '');
  }

  #entered(field: WireSignerField): string {
    if (this.fixed.has(field.id)) return this.fixed.get(field.id) ?? m.field_filled_at_signing();
    const purpose = markPurpose(field);
    if (purpose !== null) return this.#isPlaced(field, purpose) ? 'true' : '';
    return this.#values[field.id] ?? '';
  }

  set(field: WireSignerField, value: string): void {
    if (this.isFixed(field)) return;
    this.#touched[field.id] = true;
    this.#values[field.id] = value;
    this.isChanged = true;
    delete this.#refused[field.id];
    if (getFieldTypeFacts(field.type).groupLimit !== 'one' || !isFilled(field, value)) return;
    const everyBox = this.#everyQuestion.find(({ fields }) => fields.some(({ id }) => id === field.id));
    // This includes hidden boxes. When they appear again, only one may be chosen.
    for (const other of everyBox?.fields ?? []) {
      if (other.id !== field.id && !this.isFixed(other)) this.#values[other.id] = '';
    }
  }

  /** Returns the files that are attached to a field. */
  filesOf(field: WireSignerField): readonly WireAttachment[] {
    return this.#files[field.id] ?? [];
  }

  /** Answers a field with files that the server has; without any, removes the answer. */
  attach(field: WireSignerField, files: readonly WireAttachment[]): void {
    this.#files = { ...this.#files, [field.id]: files };
    this.set(field, joinFileIds(files));
  }

  /**
   * Adopts a signature or initials, and places them in the field that asked for them. The other fields are
   * filled one by one.
   */
  adopt(field: WireSignerField, mark: MarkInput): void {
    const purpose = markPurpose(field);
    if (purpose === null) return;
    this.#marks[purpose] = mark;
    this.set(field, 'true');
  }

  leave(field: WireSignerField): void {
    this.#left[field.id] = true;
  }

  /** Skips an open question. From then on, the question shows what is missing. */
  pass({ fields }: Question): void {
    for (const field of fields) {
      this.leave(field);
      this.#passed[field.id] = true;
    }
  }

  /** Skips an optional question, which is then no longer offered. */
  skip({ id }: Question): void {
    this.#skipped[id] = true;
  }

  skipAll(): void {
    for (const question of this.ahead) if (this.isOffered(question)) this.skip(question);
  }

  /** Checks whether an optional question has no answer, and was neither skipped nor cleared. */
  isOffered({ id, required, fields }: Question): boolean {
    const isEmpty = fields.every((field) => !this.isFixed(field) && !isFilled(field, this.valueOf(field)));
    const isDecided = this.#skipped[id] === true || fields.some(({ id }) => this.#touched[id]);
    return !required && !isDecided && isEmpty;
  }

  refuse(problems: ReadonlyMap<string, string>): void {
    this.#refused = Object.fromEntries(problems);
  }

  setFit(field: WireSignerField, fit: AnswerFit | null): void {
    this.#fits[field.id] = fit;
  }

  /** Returns what to know about a field: that its answer will be small, or the sender's hint. */
  hintOf(field: WireSignerField): string | null {
    return this.#fits[field.id]?.isSmall ? m.field_small() : field.hint;
  }

  /** Returns the problem to show at a field, or null. */
  problemOf(field: WireSignerField): string | null {
    if (field.formula !== null) {
      const isMissing = this.showMissing && field.required && this.valueOf(field) === '';
      return this.#refused[field.id] ?? (isMissing ? m.problem_not_calculated() : null);
    }
    if (this.isFixed(field)) return null;
    const refused = this.#refused[field.id];
    if (refused !== undefined) return refused;
    const value = this.valueOf(field);
    const problem = this.#problemWith(field, value);
    if (problem !== null && (this.#left[field.id] || this.showMissing))
      return describeValueProblem(field, problem, this.language);
    const question = this.questionOf(field);
    const missing = question?.required === true && !isAnswered(question, (each) => this.valueOf(each));
    const isShown = this.showMissing || this.#passed[field.id] === true;
    return isShown && missing ? describeMissingAnswer(field.type, question.isGroup) : null;
  }

  isDone(question: Question): boolean {
    return isAnswered(question, (field) => this.valueOf(field)) && !this.#hasWrongAnswer(question);
  }

  /** Checks whether a field, or the group it belongs to, needs nothing more. */
  isSettled(field: WireSignerField): boolean {
    const question = this.questionOf(field);
    return question === undefined || this.isDone(question);
  }

  /** Checks whether a question has to be answered, or answered differently, before signing. */
  isOpen(question: Question): boolean {
    return (
      this.#hasWrongAnswer(question) ||
      (question.required && !isAnswered(question, (field) => this.valueOf(field)))
    );
  }

  #hasWrongAnswer(question: Question): boolean {
    return question.fields.some((field) => {
      if (this.isFixed(field)) return false;
      if (this.#refused[field.id] !== undefined) return true;
      return this.#problemWith(field, this.valueOf(field)) !== null;
    });
  }

  #problemWith(field: WireSignerField, value: string): ValueProblem | null {
    if (markPurpose(field) !== null) return null;
    const count = this.#fits[field.id]?.most;
    return findProblem(field, value, matchesPattern) ?? (count ? { kind: 'maxLength', count } : null);
  }

  #isPlaced(field: WireSignerField, purpose: MarkPurpose): boolean {
    return this.#marks[purpose] !== undefined && this.#values[field.id] === 'true';
  }

  /** Returns the question that a shown field belongs to. */
  questionOf(field: WireSignerField): Question | undefined {
    return this.questions.find(({ fields }) => fields.some(({ id }) => id === field.id));
  }
}

/** Returns the answer that stands for these files: their identifiers. */
function joinFileIds(files: readonly WireAttachment[]): string {
  return files.map(({ id }) => id).join(',');
}
