/** Encodes bytes as base64 with line breaks, as programs print it. */
export const IN_LINES = [
  ['of GNU base64 and Python', (bytes: Uint8Array) => inLines(bytes, 76, '\n')],
  ['of MIME and Windows', (bytes: Uint8Array) => inLines(bytes, 64, '\r\n')],
  ['that are indented', (bytes: Uint8Array) => `\n\t${inLines(bytes, 76, ' \n    ')}`],
] as const;

function inLines(bytes: Uint8Array, width: number, end: string): string {
  const text = Buffer.from(bytes).toString('base64');
  return (text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).map((line) => line + end).join('');
}
