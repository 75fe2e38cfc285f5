import { createHash } from 'node:crypto';

/** Returns the part of an entity tag that identifies bytes. */
export function digestEntity(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}

/**
 * Checks whether `If-None-Match` names a tag. This field compares tags weakly: those of compressed responses
 * are weak (RFC 9110, section 13.1.2).
 */
export function matchesEntityTag(field: string | null, tag: string): boolean {
  if (field === null) return false;
  const opaque = tag.replace(/^W\//, '');
  return field.split(',').some((one) => ['*', opaque].includes(one.trim().replace(/^W\//, '')));
}
