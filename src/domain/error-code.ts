/** Returns the code of an error of Node.js or of a library, such as `ENOENT`, or null if it has none. */
export function getErrorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}
