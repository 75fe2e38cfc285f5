import { scanContent, type ContentOperator } from './operators.ts';

const SPACE = 0x20;

/** What must stand behind a page's content for the graphics state to be as it was in front of it. */
export interface ContentBalance {
  /** The content with every `Q` blanked that has no `q`; the same bytes when there is none. */
  readonly bytes: Uint8Array;
  /** Operators that close what the content leaves open: `ET`, `EMC`, `Q`. */
  readonly closing: string;
}

/**
 * Finds what a content stream leaves open. A viewer ignores a `Q` too many; behind an added `q` it would undo a
 * transformation, so such ones are blanked (ISO 32000-2, 8.4.2).
 */
export function balanceContent(bytes: Uint8Array): ContentBalance {
  let depth = 0;
  let marked = 0;
  let text = false;
  const surplus: ContentOperator[] = [];
  scanContent(bytes, (found) => {
    switch (found.operator) {
      case 'q':
        depth += 1;
        break;
      case 'Q':
        if (depth > 0) depth -= 1;
        else surplus.push(found);
        break;
      case 'BT':
        text = true;
        break;
      case 'ET':
        text = false;
        break;
      case 'BMC':
      case 'BDC':
        marked += 1;
        break;
      case 'EMC':
        if (marked > 0) marked -= 1;
        break;
    }
  });
  const closing = `${text ? 'ET\n' : ''}${'EMC\n'.repeat(marked)}${'Q\n'.repeat(depth)}`;
  if (surplus.length === 0) return { bytes, closing };
  const blanked = bytes.slice();
  for (const { start, end } of surplus) blanked.fill(SPACE, start, end);
  return { bytes: blanked, closing };
}

/** Operators that paint a path, and what replaces them where nothing may be painted: the path ends, a clip stays. */
const PATH_PAINTING = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 's', 'S']);

/** Operators that paint something else and leave no state behind. */
const PAINTING = new Set(['Do', 'sh', 'BI', 'Tj', 'TJ']);

/**
 * Removes what a content stream paints inside marked content of the hidden layers (`/OC /name BDC … EMC`, ISO 32000-2,
 * 8.11.3.2) and keeps every change of graphics state there, since it may matter behind it.
 */
export function removeHiddenContent(bytes: Uint8Array, hidden: ReadonlySet<string>): Uint8Array {
  const nesting: boolean[] = [];
  const parts: Uint8Array[] = [];
  let copied = 0;
  const replace = (from: number, to: number, text: string) => {
    parts.push(bytes.subarray(copied, from), Buffer.from(text, 'latin1'));
    copied = to;
  };
  scanContent(bytes, ({ operator, operandsStart, start, end }) => {
    const inside = nesting.includes(true);
    if (operator === 'BMC' || operator === 'BDC') {
      nesting.push(operator === 'BDC' && layerName(bytes.subarray(operandsStart, start), hidden));
      return;
    }
    if (operator === 'EMC') {
      nesting.pop();
      return;
    }
    if (!inside) return;
    if (PATH_PAINTING.has(operator)) replace(start, end, 'n');
    else if (PAINTING.has(operator)) replace(operandsStart, end, ' ');
    else if (operator === "'" || operator === '"') replace(operandsStart, end, ' T* ');
  });
  if (copied === 0) return bytes;
  parts.push(bytes.subarray(copied));
  return Buffer.concat(parts);
}

/** Whether the operands of a BDC are `/OC /name` with a hidden name. */
function layerName(operands: Uint8Array, hidden: ReadonlySet<string>): boolean {
  const match = /^\/OC\s*\/([^\s()<>[\]{}/%]+)\s*$/.exec(Buffer.from(operands).toString('latin1'));
  const name = match?.[1]?.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return name !== undefined && hidden.has(name);
}
