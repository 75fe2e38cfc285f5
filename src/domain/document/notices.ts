/**
 * What intake removes from a document or changes in it so that signers sign exactly what they see, and what
 * that means for the sender. The notices are listed in this order.
 */
export const DOCUMENT_NOTICES = {
  encryption: 'The owner password and its restrictions were removed.',
  javascript: 'Scripts were removed.',
  actions: 'Actions were removed, such as submitting a form or opening a file.',
  embedded_files: 'Attached files were removed. Signers do not receive them.',
  xfa: 'The XFA part of the form was removed. Its pages stay as they were stored in the PDF.',
  hidden_layers: 'Content on hidden layers was removed.',
  layers: 'Layers were merged into the page and can no longer be turned on or off.',
  portfolio: 'The PDF portfolio was removed. Only its cover pages are left.',
  form_fields: 'Form fields, with their values, became part of the page.',
  annotations: 'Annotations such as notes, highlights and stamps became part of the page.',
  attached_template: 'The reference to the Word template was removed.',
  mail_merge: 'The connection to a mail merge source was removed.',
  tracked_changes_accepted: 'Tracked changes were accepted.',
  tracked_changes_rejected: 'Tracked changes were rejected.',
  tracked_changes_kept: 'Tracked changes are shown as markup.',
  comments: 'Comments were removed.',
  text_tags: 'Tags in the text became fields and were taken out of the page.',
  unread_tags: "Tags in the text couldn't be read. They stay in the document.",
  signatures_kept:
    'The PDF was signed before. Nothing in it is changed, so its signatures stay valid, and the certificate of completion becomes a file of its own.',
  form_fields_only:
    'Its signatures only permit filling in form fields. Fields must be on one of those listed here.',
  anchors_missing:
    "The text that a field is anchored to isn't in the document. Place the field before sending.",
} as const;

export type NoticeCode = keyof typeof DOCUMENT_NOTICES;
export const NOTICE_CODES = Object.keys(DOCUMENT_NOTICES) as [NoticeCode, ...NoticeCode[]];

/** What happens to the tracked changes of a Word file. */
export const TRACKED_CHANGES = ['accept', 'reject', 'keep'] as const;
export type TrackedChanges = (typeof TRACKED_CHANGES)[number];

/** A text in the document that a notice is about. */
type NoticeItem = {
  readonly text: string;
  /** Counted from 1; null if it isn't on a page. */
  readonly page: number | null;
  readonly reason: string;
  /** As fractions of the visible page, with the origin at the top left. Only set for form fields. */
  readonly place?: { x: number; y: number; width: number; height: number } | undefined;
};

/**
 * One kind of change to a document, with the number of such changes if they can be counted, and a list of
 * them.
 */
export type DocumentNotice = {
  readonly code: NoticeCode;
  readonly count: number | null;
  readonly items?: NoticeItem[] | undefined;
};

/** Collects notices. If the same thing is noted several times, it counts once. */
export class NoticeList {
  readonly #noted = new Map<NoticeCode, Set<unknown>>();
  readonly #counts = new Map<NoticeCode, number>();

  add(code: NoticeCode, thing?: unknown): void {
    const things = this.#noted.get(code) ?? new Set();
    if (thing !== undefined) things.add(thing);
    this.#noted.set(code, things);
  }

  /** Adds to the count of things that don't have to be told apart. */
  count(code: NoticeCode, count: number): void {
    if (count > 0) this.#counts.set(code, (this.#counts.get(code) ?? 0) + count);
  }

  list(): DocumentNotice[] {
    return NOTICE_CODES.flatMap((code) => {
      const things = this.#noted.get(code);
      const count = (things?.size ?? 0) + (this.#counts.get(code) ?? 0);
      return things === undefined && count === 0 ? [] : [{ code, count: count === 0 ? null : count }];
    });
  }
}
