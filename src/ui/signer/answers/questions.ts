import { isGrouped, isMark, isTickBox } from '#domain/field/answer.ts';
import { findGroupLabel } from '#domain/field/group-label.ts';
import { isFilled } from '#domain/field/validate.ts';
import type { MarkPurpose } from '#domain/envelope/graph.ts';
import type { FieldType } from '#domain/field/catalogue.ts';
import { getLocale } from '#i18n/compiled/runtime.js';
import type { WireSignerField } from '#wire/signer-view.ts';

/** What a signer answers as one unit: a single field, or all boxes of a group. */
export type Question = {
  readonly id: string;
  readonly type: FieldType;
  readonly label: string;
  readonly required: boolean;
  /** The page of the first field, counted from 1. */
  readonly page: number;
  readonly isGroup: boolean;
  /** The fields in reading order. There is at least one. */
  readonly fields: readonly [WireSignerField, ...WireSignerField[]];
};

/** Groups a signer's fields into questions, in reading order. */
export function groupQuestions(fields: readonly WireSignerField[]): Question[] {
  const questions: Question[] = [];
  const groups = new Map<string, number>();
  for (const field of sortByReadingOrder(fields)) {
    const group = getGroupKey(field);
    const known = group === null ? undefined : groups.get(group);
    const question = known === undefined ? undefined : questions[known];
    if (known !== undefined && question !== undefined) {
      questions[known] = {
        ...question,
        required: question.required || field.required,
        fields: [...question.fields, field],
      };
      continue;
    }
    if (group !== null) groups.set(group, questions.length);
    questions.push({
      id: group ?? field.id,
      type: field.type,
      label: field.displayLabel,
      required: field.required,
      page: field.page,
      isGroup: group !== null,
      fields: [field],
    });
  }
  return questions.map((question) =>
    question.isGroup ? { ...question, label: nameGroup(question) } : question,
  );
}

function nameGroup({ fields }: Question): string {
  const [{ group, displayLabel }] = fields;
  const answers = fields.map((field) => field.displayLabel);
  return findGroupLabel(group ?? '', answers, getLocale()) ?? displayLabel;
}

/**
 * Sorts by page, then by line, then from left to right. Fields whose middles are close together are on the
 * same line.
 */
export function sortByReadingOrder<F extends Pick<WireSignerField, 'page' | 'x' | 'y' | 'height'>>(
  fields: readonly F[],
): F[] {
  const byHeight = [...fields].sort(
    (one, other) => one.page - other.page || getMiddle(one) - getMiddle(other),
  );
  const lines: F[][] = [];
  for (const field of byHeight) {
    const line = lines.at(-1);
    const first = line?.[0];
    const sameLine =
      first !== undefined &&
      first.page === field.page &&
      getMiddle(field) - getMiddle(first) < Math.min(field.height, first.height) / 2;
    if (sameLine) line?.push(field);
    else lines.push([field]);
  }
  return lines.flatMap((line) => line.sort((one, other) => one.x - other.x));
}

/** Checks whether a question is answered. A group needs one checked box. */
export function isAnswered(question: Question, valueOf: (field: WireSignerField) => string): boolean {
  return question.fields.some((field) => isFilled(field, valueOf(field)));
}

/**
 * Returns the fields that a review lists. Of radio buttons, this is only the chosen one, or the first if none
 * is chosen.
 */
export function listReviewedFields(
  question: Question,
  valueOf: (field: WireSignerField) => string,
): readonly WireSignerField[] {
  if (!question.isGroup || question.type !== 'radio' || !question.fields.every(isTickBox))
    return question.fields;
  return [question.fields.find((field) => isFilled(field, valueOf(field))) ?? question.fields[0]];
}

/** Returns the kind of mark that a field takes, or null for other fields. */
export function markPurpose(field: Pick<WireSignerField, 'type'>): MarkPurpose | null {
  return isMark(field) ? field.type : null;
}

function getGroupKey(field: WireSignerField): string | null {
  return isGrouped(field) ? `${field.type} ${field.group}` : null;
}

function getMiddle(field: { readonly y: number; readonly height: number }): number {
  return field.y + field.height / 2;
}
