/** A file that a signer attached to a field. */
export type Attachment = {
  readonly id: string;
  readonly filename: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
};

/** Returns the public properties of an attachment. */
export function toAttachment({ id, filename, contentType, sizeBytes, sha256 }: Attachment): Attachment {
  return { id, filename, contentType, sizeBytes, sha256 };
}
