import type { Component } from 'svelte';
import type { FieldType } from '#domain/field/catalogue.ts';
import type { FieldInputProps } from '#ui/fields/field-input.ts';
import type { SignBody } from '#wire/signer.ts';
import type { SignerView } from '#wire/signer-view.ts';
import { readTimeZone } from '../time-zone.ts';
import { loadCode } from '#ui/signer/lazy/load-code.ts';
import type { SignerOperations, SignerProblem } from '#ui/signer/signer-api.ts';
import type { Uploads } from '#ui/signer/attachments/uploads.svelte.ts';
import { AnswerSheet } from './answer-sheet.svelte.ts';
import { readKeptAnswers } from './kept-answers.ts';
import type { SheetRules } from './sheet-rules.ts';
import { buildSignBody } from './submission.ts';

type Means = {
  readonly api: SignerOperations;
  /** Handles problems that aren't about a file. */
  readonly explain: (problem: SignerProblem) => void;
  /** The answers that this tab kept before a reload. */
  readonly kept: string | null;
};

/**
 * What one signer fills in, and the part of it that is sent. This is loaded together with the document,
 * because the landing page needs none of it.
 */
export class Answering {
  sheet: AnswerSheet;
  /** Null if no field takes a file. */
  readonly uploads: Uploads | null;
  /** The input for several choices, if a field takes them. */
  readonly choices: Component<FieldInputProps> | undefined;

  private constructor(
    view: SignerView,
    rules: SheetRules,
    kept: string | null,
    { uploads, choices }: Pick<Answering, 'uploads' | 'choices'>,
  ) {
    this.sheet = $state.raw(new AnswerSheet(view, rules, readKeptAnswers(kept), new Date()));
    this.uploads = uploads;
    this.choices = choices;
  }

  /** Rejects with a `SignerProblem` if code for some fields is needed and there is no connection. */
  static async open(view: SignerView, rules: SheetRules, { api, explain, kept }: Means): Promise<Answering> {
    const has = (wanted: FieldType) => view.fields.some(({ type }) => type === wanted);
    const code = has('attachment')
      ? await loadCode(() => import('#ui/signer/attachments/uploads.svelte.ts'))
      : null;
    const choices = has('choices')
      ? (await loadCode(() => import('#ui/fields/ChoicesInput.svelte'))).default
      : undefined;
    return new Answering(view, rules, kept, {
      uploads: code === null ? null : new code.Uploads(api, explain),
      choices,
    });
  }

  /** Starts again with the current state of the envelope, and keeps the answers. */
  renew(view: SignerView, rules: SheetRules): void {
    this.sheet = new AnswerSheet(view, rules, this.sheet.kept, new Date());
  }

  /** Returns the body of `POST /api/signer/sign`. `documentHash` is null if it couldn't be computed. */
  body(documentHash: string | null): SignBody {
    return buildSignBody(this.sheet, documentHash, readTimeZone());
  }

  /**
   * Shows the server's issues (`details.issues` of a 422) at their fields, and returns those that aren't
   * about any field.
   */
  async refuse(
    body: SignBody,
    issues: unknown,
  ): Promise<{ readonly atFields: boolean; readonly others: readonly string[] }> {
    const { groupRefusedAnswers } = await loadCode(() => import('./refused-answers.ts'));
    const { byField, others } = groupRefusedAnswers(this.sheet, body, issues);
    this.sheet.refuse(byField);
    return { atFields: byField.size > 0, others };
  }
}
