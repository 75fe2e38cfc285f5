import { toJsonPointer } from '#domain/errors.ts';

type Container = {
  /** The names so far; null in an array. */
  readonly names: Set<string> | null;
  /** The name or index of the value that is being read. */
  at: string | number;
};

/**
 * Returns the JSON pointer of the first name that an object in a JSON text has more than once, or null. Such
 * a text means different things to different readers (RFC 8259 section 4). The text has to be valid JSON.
 */
export function findRepeatedName(json: string): string | null {
  const open: Container[] = [];
  let isNameNext = false;
  for (let at = 0; at < json.length; at += 1) {
    const container = open.at(-1);
    switch (json[at]) {
      case '{':
        open.push({ names: new Set(), at: '' });
        isNameNext = true;
        break;
      case '[':
        open.push({ names: null, at: 0 });
        isNameNext = false;
        break;
      case '}':
      case ']':
        open.pop();
        isNameNext = false;
        break;
      case ',':
        isNameNext = container?.names != null;
        if (typeof container?.at === 'number') container.at += 1;
        break;
      case '"': {
        const end = findEnd(json, at);
        if (isNameNext && container?.names != null) {
          container.at = readText(json.slice(at, end + 1));
          if (container.names.has(container.at)) return toJsonPointer(...open.map(({ at: part }) => part));
          container.names.add(container.at);
          isNameNext = false;
        }
        at = end;
        break;
      }
      default:
        break;
    }
  }
  return null;
}

/** Returns where the text that begins at a quotation mark ends. */
function findEnd(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end > 0; end = json.indexOf('"', end + 1)) {
    let first = end;
    while (json[first - 1] === '\\') first -= 1;
    if ((end - first) % 2 === 0) return end;
  }
  return json.length;
}

function readText(quoted: string): string {
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}
