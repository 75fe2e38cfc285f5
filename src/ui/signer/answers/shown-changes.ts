import { m } from '#i18n/compiled/messages.js';
import type { AnswerSheet } from './answer-sheet.svelte.ts';

/** The outcomes of the rules: which fields are shown, and the results of formulas. */
export type RuledAnswers = {
  readonly shown: ReadonlyMap<string, string>;
  readonly results: ReadonlyMap<string, string>;
};

/** Captures the current outcomes of the rules. */
export function captureRuledAnswers(sheet: Pick<AnswerSheet, 'fields' | 'valueOf'>): RuledAnswers {
  return {
    shown: new Map(sheet.fields.map((field) => [field.id, field.displayLabel])),
    results: new Map(
      sheet.fields
        .filter(({ formula }) => formula !== null)
        .map((field) => [
          field.id,
          m.signing_result({ label: field.displayLabel, value: sheet.valueOf(field) }),
        ]),
    ),
  };
}

/**
 * Describes what an answer has changed elsewhere: fields that appeared or disappeared, and new results. Empty
 * if nothing changed.
 */
export function describeShownChanges(before: RuledAnswers, after: RuledAnswers, locale: string): string {
  const listed = new Intl.ListFormat(locale);
  const listMissing = (one: RuledAnswers, other: RuledAnswers) =>
    listed.format([...one.shown].filter(([id]) => !other.shown.has(id)).map(([, label]) => label));
  const [appeared, gone] = [listMissing(after, before), listMissing(before, after)];
  const results = [...after.results].filter(
    ([id, said]) => before.shown.has(id) && before.results.get(id) !== said,
  );
  return [
    ...(appeared === '' ? [] : [m.signing_fields_shown({ labels: appeared })]),
    ...(gone === '' ? [] : [m.signing_fields_hidden({ labels: gone })]),
    ...results.map(([, said]) => said),
  ].join(' ');
}
