import type { EndCause } from '#server/process/document-child.ts';

/** One attempt to turn a DOCX file of this machine into a PDF file. */
export interface ConversionRequest {
  readonly sourcePath: string;
  readonly targetPath: string;
  readonly timeoutMs: number;
  /** Ends the attempt: whatever works on it is killed. */
  readonly signal: AbortSignal;
}

/**
 * How an attempt ended: the PDF is at its place, or why not. `refused` is the converter's word on the document;
 * `unavailable` says nothing about it.
 */
export type ConversionAttempt =
  | { readonly kind: 'converted' }
  | { readonly kind: 'failed'; readonly cause: EndCause | 'refused' | 'unavailable'; readonly fault: string };

/** One way to convert: a program of this machine, LibreOffice in WebAssembly, or a Gotenberg service. */
export interface ConversionDriver {
  readonly name: 'soffice' | 'wasm' | 'gotenberg';
  /** Never rejects, and leaves nothing running when it has settled. One document at a time. */
  convert(request: ConversionRequest): Promise<ConversionAttempt>;
  /** Ends what it keeps ready between documents. */
  close(): Promise<void>;
}
