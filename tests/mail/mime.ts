/**
 * Reads an email like the recipient's program: header fields unfolded and decoded, and parts by content type.
 */
export function readMail(raw: string): {
  headers: [name: string, value: string][];
  parts: Map<string, string>;
} {
  const { headers, body } = split(raw);
  const parts = new Map<string, string>();
  collect(headers, body, parts);
  return { headers: headers.map(([name, value]) => [name, decodedWords(value)]), parts };
}

/** Returns all values of a header field. */
export function headerValues(headers: readonly [string, string][], name: string): string[] {
  return headers.filter(([other]) => other.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
}

function split(raw: string): { headers: [string, string][]; body: string } {
  const end = raw.indexOf('\r\n\r\n');
  const fields = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = fields.map((field): [string, string] => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon), field.slice(colon + 1).trim()];
  });
  return { headers, body: raw.slice(end + 4) };
}

function collect(headers: [string, string][], body: string, parts: Map<string, string>): void {
  const [type = 'text/plain'] = headerValues(headers, 'content-type');
  const boundary = /boundary="([^"]+)"/.exec(type)?.[1];
  if (boundary === undefined) {
    const [encoding = '7bit'] = headerValues(headers, 'content-transfer-encoding');
    parts.set(type.split(';')[0] ?? type, decodedBody(body, encoding));
    return;
  }
  for (const section of body.split(`--${boundary}`).slice(1, -1)) {
    const part = split(section.replace(/^\r\n/, ''));
    collect(part.headers, part.body.replace(/\r\n$/, ''), parts);
  }
}

function decodedBody(body: string, encoding: string): string {
  switch (encoding) {
    case 'quoted-printable':
      return quotedPrintable(body.replaceAll(/=\r\n/g, ''));
    case 'base64':
      return Buffer.from(body, 'base64').toString();
    default:
      return body;
  }
}

function quotedPrintable(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** RFC 2047: adjacent encoded words belong together. */
function decodedWords(value: string): string {
  return value
    .replaceAll(/(=\?[^?\s]+\?[BQ]\?[^?\s]*\?=)\s+(?==\?)/gi, '$1')
    .replaceAll(/=\?utf-8\?([BQ])\?([^?\s]*)\?=/gi, (_match, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString()
        : quotedPrintable(text.replaceAll('_', ' ')),
    );
}
