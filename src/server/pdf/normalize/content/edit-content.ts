import { scanContent, type ContentOperator } from './operators.ts';

const SPACE = 0x20;

/** What it takes to restore the graphics state after a page's content. */
export interface ContentBalance {
  /** The content with every unmatched `Q` blanked. */
  readonly bytes: Uint8Array;
  /** Operators that close what the content leaves open: `ET`, `EMC`, `Q`. */
  readonly closing: string;
}

/**
 * Finds what a content stream leaves open. Viewers ignore an unmatched `Q`, but after our own `q` it would
 * undo a transformation, so it is blanked (ISO 32000-2, 8.4.2).
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
  const blanked = Uint8Array.from(bytes);
  for (const { start, end } of surplus) blanked.fill(SPACE, start, end);
  return { bytes: blanked, closing };
}

/** Operators that paint a path, and what replaces them to paint nothing: the path ends, a clip stays. */
const PATH_PAINTING = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 's', 'S']);

/** Other painting operators that leave no state behind. */
const PAINTING = new Set(['Do', 'sh', 'BI', 'Tj', 'TJ']);

/**
 * Removes what a content stream paints in hidden layers (`/OC /name BDC … EMC`, ISO 32000-2, 8.11.3.2). Keeps
 * changes of graphics state, which later content may need.
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
      nesting.push(operator === 'BDC' && isHiddenLayer(bytes.subarray(operandsStart, start), hidden));
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

/** Checks for `/OC /name` with a hidden name. */
function isHiddenLayer(operands: Uint8Array, hidden: ReadonlySet<string>): boolean {
  const match = /^\/OC\s*\/([^\s()<>[\]{}/%]+)\s*$/.exec(Buffer.from(operands).toString('latin1'));
  const name = match?.[1]?.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return name !== undefined && hidden.has(name);
}
