import type { EndCause } from '#server/process/document-child.ts';

/** One attempt to convert a local DOCX file. */
interface ConversionRequest {
  readonly sourcePath: string;
  readonly targetPath: string;
  readonly timeoutMs: number;
  /** Aborting this signal kills every process that works on the attempt. */
  readonly signal: AbortSignal;
}

/** The outcome of an attempt. `refused` says something about the document; `unavailable` doesn't. */
export type ConversionAttempt =
  | { readonly kind: 'converted' }
  | { readonly kind: 'failed'; readonly cause: EndCause | 'refused' | 'unavailable'; readonly fault: string };

/** A converter: LibreOffice as a local program or as WebAssembly, or a Gotenberg service. */
export interface ConversionDriver {
  readonly name: 'soffice' | 'wasm' | 'gotenberg';
  /** Converts one document at a time. Never rejects, and leaves nothing running. */
  convert(request: ConversionRequest): Promise<ConversionAttempt>;
  /** Stops any process that is kept running between documents. */
  close(): Promise<void>;
}
