/** A file that a signer attached to a field. */
export type Attachment = {
  readonly id: string;
  readonly filename: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
};

/** Returns the value of a field that a file is attached to. */
export function toAttachmentValue({ filename, sha256 }: Pick<Attachment, 'filename' | 'sha256'>): string {
  return `${filename} (sha256 ${sha256})`;
}

/** Returns the filename in the value of an attachment field. */
export function readFilename(value: string): string {
  return value.replace(/ \(sha256 [0-9a-f]{64}\)$/, '');
}

/** Returns the public properties of an attachment. */
export function toAttachment({ id, filename, contentType, sizeBytes, sha256 }: Attachment): Attachment {
  return { id, filename, contentType, sizeBytes, sha256 };
}
