import type { z } from 'zod';

/**
 * An answer as its JSON, kept from an earlier request. Only REST takes one (`Context.takesEncoded`), which would
 * encode the answer anyway.
 */
export class EncodedAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The version of the envelope that the answer is about; null for other answers. */
  readonly version: number | null;

  constructor(value: unknown) {
    this.bytes = Buffer.from(JSON.stringify(value));
    const version = (value as { readonly envelope?: { readonly version?: unknown } }).envelope?.version;
    this.version = typeof version === 'number' ? version : null;
  }
}

/** Makes the schema of an output pass encoded answers, which it has checked before they were encoded. */
export function passEncoded<S extends z.ZodType>(schema: S): S {
  const check = schema.parse.bind(schema);
  schema.parse = (value, context) =>
    value instanceof EncodedAnswer ? (value as z.output<S>) : check(value, context);
  return schema;
}
