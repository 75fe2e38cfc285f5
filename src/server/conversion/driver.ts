import type { EndCause } from '#server/process/document-child.ts';

/** One attempt to convert a local DOCX file. */
interface ConversionRequest {
  readonly sourcePath: string;
  readonly targetPath: string;
  readonly timeoutMs: number;
  /** Kills whatever works on the attempt. */
  readonly signal: AbortSignal;
}

/** The outcome of an attempt. `refused` is about the document; `unavailable` says nothing about it. */
export type ConversionAttempt =
  | { readonly kind: 'converted' }
  | { readonly kind: 'failed'; readonly cause: EndCause | 'refused' | 'unavailable'; readonly fault: string };

/** A converter: LibreOffice as a local program or as WebAssembly, or a Gotenberg service. */
export interface ConversionDriver {
  readonly name: 'soffice' | 'wasm' | 'gotenberg';
  /** Never rejects, and leaves nothing running. One document at a time. */
  convert(request: ConversionRequest): Promise<ConversionAttempt>;
  /** Stops what is kept running between documents. */
  close(): Promise<void>;
}
