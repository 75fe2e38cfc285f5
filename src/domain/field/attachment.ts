/** A file that a signer attached to a field. */
export type Attachment = {
  readonly id: string;
  readonly filename: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
};

/** Returns the value of a field that files are attached to: each file's name and hash. */
export function toAttachmentValue(files: readonly Pick<Attachment, 'filename' | 'sha256'>[]): string {
  return files.map(({ filename, sha256 }) => `${filename} (sha256 ${sha256})`).join(', ');
}

/** Returns the filenames in the value of an attachment field. */
export function readFilenames(value: string): string {
  return value.replaceAll(/ \(sha256 [0-9a-f]{64}\)(?=, |$)/g, '');
}

/** Returns the public properties of an attachment. */
export function toAttachment({ id, filename, contentType, sizeBytes, sha256 }: Attachment): Attachment {
  return { id, filename, contentType, sizeBytes, sha256 };
}
