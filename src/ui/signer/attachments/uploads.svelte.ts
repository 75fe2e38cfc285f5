import type { WireAttachment } from '#wire/attachment.ts';
import type { WireSignerField } from '#wire/signer-view.ts';
import { m } from '#i18n/compiled/messages.js';
import type { FieldFile } from '#ui/fields/field-file.ts';
import type { AnswerSheet } from '#ui/signer/answers/answer-sheet.svelte.ts';
import { getFailureMessage } from '#ui/signer/screens/screen.ts';
import { type SignerOperations, SignerProblem } from '#ui/signer/signer-api.ts';
import { loadCode } from '#ui/signer/lazy/load-code.ts';
import { SIGNING_LIMITS } from '#domain/signing-limits.ts';
import { formatMegabytes } from '#ui/fields/megabytes.ts';
import type { FileProblem } from './shrink-picture.ts';

/** The texts that say what is wrong with a chosen file, and what to do about it. */
const FILE_PROBLEMS: Readonly<Record<FileProblem, () => string>> = {
  type: m.attachment_problem_type,
  size: () => m.attachment_problem_size({ size: formatMegabytes(SIGNING_LIMITS.attachmentFileMaxBytes) }),
  empty: m.attachment_problem_empty,
};

const REASONS: Readonly<Record<string, () => string>> = {
  encrypted: m.attachment_problem_encrypted,
  already_signed: m.attachment_problem_print,
  dynamic_xfa: m.attachment_problem_print,
  too_complex: m.attachment_problem_complex,
  too_many_pages: m.attachment_problem_complex,
};

/** Runs a change to the answers. */
type Change = (apply: () => void) => void;
type Upload = { readonly name: string; readonly share: number; readonly stop: AbortController };

/**
 * The files that a signer attaches, which are uploaded as soon as they are chosen, and the outcome of each
 * upload.
 */
export class Uploads {
  #sending = $state.raw<Readonly<Record<string, Upload>>>({});
  #problems = $state.raw<Readonly<Record<string, string>>>({});
  readonly #api: SignerOperations;
  readonly #explain: (problem: SignerProblem) => void;

  /** `explain` handles problems that aren't about a file, such as a link that no longer works. */
  constructor(api: SignerOperations, explain: (problem: SignerProblem) => void) {
    this.#api = api;
    this.#explain = explain;
  }

  /** Whether files are being uploaded. */
  get busy(): boolean {
    return Object.keys(this.#sending).length > 0;
  }

  /**
   * Returns the file of a field in the form that its input shows. `change` runs the change to the answers.
   */
  fileOf(field: WireSignerField, sheet: AnswerSheet, change: Change): FieldFile {
    const sending = this.#sending[field.id];
    return {
      name: sending?.name ?? sheet.fileOf(field)?.filename ?? null,
      share: sending?.share ?? null,
      problem: this.#problems[field.id] ?? null,
      choose: (file) => void this.#choose(field, file, (made) => change(() => sheet.attach(field, made))),
      remove: () =>
        void this.#remove(field, sheet.fileOf(field), () => change(() => sheet.attach(field, null))),
    };
  }

  async #choose(field: WireSignerField, file: File, attach: (made: WireAttachment) => void): Promise<void> {
    this.#end(field.id);
    const stop = new AbortController();
    const show = (share: number) => {
      if (!stop.signal.aborted)
        this.#sending = { ...this.#sending, [field.id]: { name: file.name, share, stop } };
    };
    show(0);
    try {
      const { prepareUpload: fileToUpload } = await loadCode(() => import('./shrink-picture.ts'));
      const made = await fileToUpload(file);
      if ('problem' in made) return this.#end(field.id, stop, FILE_PROBLEMS[made.problem]());
      stop.signal.throwIfAborted();
      const { content } = made;
      const chosen = { fieldId: field.id, filename: file.name, content };
      const { fieldId: _, ...attachment } = await this.#api.attach(chosen, show, stop.signal);
      if (stop.signal.aborted) return;
      attach(attachment);
      this.#end(field.id, stop);
    } catch (error) {
      if (stop.signal.aborted) return;
      this.#fail(field.id, error, stop);
    }
  }

  async #remove({ id }: WireSignerField, attached: WireAttachment | null, clear: () => void): Promise<void> {
    const isSending = this.#sending[id] !== undefined;
    this.#end(id);
    if (isSending || attached === null) return;
    try {
      await this.#api.detach(attached.id);
      clear();
    } catch (error) {
      if (error instanceof SignerProblem && error.code === 'not_found') clear();
      else this.#fail(id, error);
    }
  }

  #fail(fieldId: string, error: unknown, of?: AbortController): void {
    // The browser can't read the file anymore, for example because it was moved.
    if (error instanceof DOMException) return this.#end(fieldId, of, m.attachment_problem_damaged());
    if (!(error instanceof SignerProblem)) {
      this.#end(fieldId, of);
      throw error;
    }
    const isPassing = ['network', 'rate_limited', 'internal', 'unavailable'].includes(error.code);
    const problem = explainFileRefusal(error) ?? (isPassing ? getFailureMessage(error) : null);
    this.#end(fieldId, of, problem);
    if (problem === null) this.#explain(error);
  }

  /** Forgets a field's upload and shows the problem with it, unless another file has taken its place. */
  #end(fieldId: string, of?: AbortController, problem: string | null = null): void {
    const sending = this.#sending[fieldId];
    if (of !== undefined && sending?.stop !== of) return;
    sending?.stop.abort();
    const { [fieldId]: _sending, ...others } = this.#sending;
    const { [fieldId]: _problem, ...problems } = this.#problems;
    this.#sending = others;
    this.#problems = problem === null ? problems : { ...problems, [fieldId]: problem };
  }
}

/** Explains why the server refused a file. Returns null if the problem isn't about the file. */
function explainFileRefusal({ code, details }: SignerProblem): string | null {
  switch (code) {
    case 'payload_too_large':
      return details['reason'] === 'attachments_full'
        ? m.attachment_problem_full({ size: formatMegabytes(SIGNING_LIMITS.attachmentsMaxBytes) })
        : FILE_PROBLEMS.size();
    case 'unsupported_media_type':
      return FILE_PROBLEMS.type();
    case 'document_unreadable':
      return (REASONS[String(details['reason'])] ?? m.attachment_problem_damaged)();
    default:
      return null;
  }
}
