import type { WireAttachment } from '#wire/attachment.ts';
import type { WireSignerField } from '#wire/signer-view.ts';
import { m } from '#i18n/compiled/messages.js';
import type { FieldFile } from '#ui/fields/field-file.ts';
import FileInput from '#ui/fields/FileInput.svelte';
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
/** A field's answer, and how to change it. */
type Answer = {
  readonly field: WireSignerField;
  readonly read: () => readonly WireAttachment[];
  readonly write: (files: readonly WireAttachment[]) => void;
};

/**
 * The files that a signer attaches, which are uploaded as soon as they are chosen, and the outcome of each
 * upload.
 */
export class Uploads {
  readonly Input = FileInput;
  #sending = $state.raw<Readonly<Record<string, Upload>>>({});
  #problems = $state.raw<Readonly<Record<string, string>>>({});
  /** The files of each field that wait until those before them are uploaded. */
  readonly #waiting = new Map<string, File[]>();
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
   * Returns the files of a field in the form that its input shows. `change` runs the change to the answers.
   */
  filesOf(field: WireSignerField, sheet: AnswerSheet, change: Change): FieldFile {
    const answer: Answer = {
      field,
      read: () => sheet.filesOf(field),
      write: (files) => change(() => sheet.attach(field, files)),
    };
    return {
      attached: sheet.filesOf(field),
      sending: this.#sending[field.id] ?? null,
      problem: this.#problems[field.id] ?? null,
      choose: (files) => void this.#choose(answer, files),
      stop: () => this.#end(field.id),
      remove: (id) => void this.#remove(answer, id),
    };
  }

  /** Uploads files after those that are being uploaded, until one can't be attached. */
  async #choose(answer: Answer, files: readonly File[]): Promise<void> {
    const { id } = answer.field;
    const waiting = this.#waiting.get(id);
    if (waiting !== undefined) return void waiting.push(...files);
    const left = [...files];
    this.#waiting.set(id, left);
    for (let file = left.shift(); file !== undefined; file = left.shift()) await this.#upload(answer, file);
    if (this.#waiting.get(id) === left) this.#waiting.delete(id);
  }

  async #upload({ field, read, write }: Answer, file: File): Promise<void> {
    this.#forget(field.id);
    if (read().length >= SIGNING_LIMITS.attachmentsPerField)
      return this.#end(field.id, undefined, explainTooMany());
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
      const chosen = { fieldId: field.id, filename: file.name, content, add: read().length > 0 };
      const { fieldId: _, ...attachment } = await this.#api.attach(chosen, show, stop.signal);
      if (stop.signal.aborted) return;
      write([...read(), attachment]);
      this.#forget(field.id);
    } catch (error) {
      if (stop.signal.aborted) return;
      this.#fail(field.id, error, stop);
    }
  }

  async #remove({ field, read, write }: Answer, id: string): Promise<void> {
    try {
      await this.#api.detach(id);
    } catch (error) {
      if (!(error instanceof SignerProblem && error.code === 'not_found')) return this.#fail(field.id, error);
    }
    write(read().filter((file) => file.id !== id));
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

  /**
   * Ends a field's uploads and shows the problem with the last one, unless another file has taken its place.
   */
  #end(fieldId: string, of?: AbortController, problem: string | null = null): void {
    const sending = this.#sending[fieldId];
    if (of !== undefined && sending?.stop !== of) return;
    sending?.stop.abort();
    this.#waiting.get(fieldId)?.splice(0);
    this.#waiting.delete(fieldId);
    this.#forget(fieldId, problem);
  }

  #forget(fieldId: string, problem: string | null = null): void {
    const { [fieldId]: _sending, ...others } = this.#sending;
    const { [fieldId]: _problem, ...problems } = this.#problems;
    this.#sending = others;
    this.#problems = problem === null ? problems : { ...problems, [fieldId]: problem };
  }
}

function explainTooMany(): string {
  return m.attachment_problem_many({ count: SIGNING_LIMITS.attachmentsPerField });
}

/** Explains why the server refused a file. Returns null if the problem isn't about the file. */
function explainFileRefusal({ code, details }: SignerProblem): string | null {
  switch (code) {
    case 'payload_too_large':
      if (details['reason'] === 'too_many_files') return explainTooMany();
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
