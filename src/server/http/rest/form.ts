import { createRefusal } from '#domain/errors.ts';

const FORM = 'multipart/form-data';

/** Checks whether a body is a form with files. */
export function isForm(contentType: string | null): boolean {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === FORM;
}

/**
 * Reads the files of a form (RFC 7578) by name, at most one of each. Refuses a form with anything else in it
 * with `malformed_request`. Parts are counted before they are parsed, so that a form with a million parts
 * costs nothing.
 */
export async function readFormFiles<Name extends string>(
  body: Uint8Array<ArrayBuffer>,
  contentType: string,
  names: readonly Name[],
): Promise<Partial<Record<Name, Uint8Array<ArrayBuffer>>>> {
  const problem = createRefusal(
    'malformed_request',
    undefined,
    `The form may have the files ${names.join(', ')}.`,
  );
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType)?.slice(1).join('') ?? '';
  // One more boundary follows the last part.
  if (boundary === '' || countOccurrences(body, `--${boundary}`, names.length + 2) > names.length + 1)
    throw problem;
  const form = await new Response(body, { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => null);
  if (form === null) throw problem;
  const files: Partial<Record<Name, Uint8Array<ArrayBuffer>>> = {};
  for (const [given, value] of form) {
    const name = names.find((known) => known === given);
    if (name === undefined || files[name] !== undefined || typeof value === 'string') throw problem;
    files[name] = new Uint8Array(await value.arrayBuffer());
  }
  return files;
}

/** Counts how often a text occurs in bytes, up to a limit. */
function countOccurrences(bytes: Uint8Array<ArrayBuffer>, text: string, most: number): number {
  const searched = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  for (
    let at = searched.indexOf(text);
    at >= 0 && count < most;
    at = searched.indexOf(text, at + text.length)
  )
    count++;
  return count;
}
