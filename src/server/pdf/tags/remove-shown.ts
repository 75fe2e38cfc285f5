import type { Showing, ShownPart } from './shown-text.ts';

/**
 * Removes shown characters from a content stream and puts a step of the same width in their place, so that
 * nothing else moves. All other operators keep their bytes.
 */
export function removeShown(
  bytes: Uint8Array,
  showings: readonly Showing[],
  removed: ReadonlySet<ShownPart>,
): Uint8Array {
  const parts: Uint8Array[] = [];
  let copied = 0;
  for (const showing of showings) {
    if (!showing.parts.some((part) => removed.has(part))) continue;
    const { operandsStart, end } = showing.found;
    parts.push(
      bytes.subarray(copied, operandsStart),
      Buffer.from(rewriteShowing(showing, removed), 'latin1'),
    );
    copied = end;
  }
  parts.push(bytes.subarray(copied));
  return Buffer.concat(parts);
}

function rewriteShowing(
  { parts, extra, extraOfSpace, before }: Showing,
  removed: ReadonlySet<ShownPart>,
): string {
  const out: string[] = [];
  let hex = '';
  let step = 0;
  const endText = () => {
    if (hex !== '') out.push(`<${hex}>`);
    hex = '';
  };
  const endStep = () => {
    if (step !== 0) out.push(String(Number(step.toFixed(6))));
    step = 0;
  };
  for (const part of parts) {
    if (part.kind === 'code' && !removed.has(part)) {
      endStep();
      hex += Buffer.from(part.bytes).toString('hex');
    } else {
      endText();
      step += part.kind === 'step' ? part.by : -(part.advance + (part.isSpace ? extraOfSpace : extra));
    }
  }
  endText();
  endStep();
  return `${before}[${out.join(' ')}] TJ`;
}
