import { type PDF, PdfDict, type PdfStream } from '@libpdf/core';
import { type Color, Sheets } from '#server/pdf/drawing/sheets.ts';
import { fitText } from '#server/pdf/drawing/text/fit.ts';
import { measureText } from '#server/pdf/drawing/text/wrap.ts';

/** Text that the standard fonts can't show, and its box. */
export interface ScriptText {
  readonly text: string;
  readonly width: number;
  readonly height: number;
  /** In points; 0 means whatever fits. */
  readonly size: number;
  /** Red, green and blue, 0 to 1. */
  readonly color: readonly [number, number, number];
  readonly alignment: 'left' | 'center' | 'right';
  readonly multiline: boolean;
  /** Operators to draw below the text. */
  readonly frame: string;
}

/** A text and the form XObject that will show it. */
export type PendingText = { readonly form: PdfStream; readonly text: ScriptText };

const PADDING = 2;
const MULTILINE_SIZE = 12;

/** Draws texts into their forms, with embedded fonts. */
export function drawScriptTexts(pdf: PDF, pending: readonly PendingText[]): void {
  const sheets = new Sheets(pdf);
  for (const { form, text } of pending) {
    const sheet = drawText(sheets, text);
    form.set('Resources', PdfDict.of({ XObject: PdfDict.of({ T: sheet }) }));
    form.setData(Buffer.from(`${text.frame}\nq /T Do Q`, 'latin1'));
  }
  sheets.finish();
}

function drawText(sheets: Sheets, text: ScriptText): ReturnType<Sheets['draw']>['form'] {
  const { width, height, alignment, multiline } = text;
  const inner = { width: Math.max(1, width - 2 * PADDING), height };
  const plain = multiline ? text.text.replace(/\r\n?/g, '\n') : text.text.replace(/\s+/g, ' ');
  const largest = text.size || (multiline ? MULTILINE_SIZE : height);
  const { size, stretch, lines, room } = fitText(plain, 'regular', inner, { largest, smallest: 0 });
  const lineHeight = size * (room.above + room.below);
  const top = multiline ? PADDING : (height - lines.length * lineHeight) / 2;
  const { form } = sheets.draw(text, (drawing) => {
    lines.forEach((line, index) => {
      const free = inner.width - measureText(line.text, 'regular', size * stretch).width;
      const x = PADDING + (alignment === 'center' ? free / 2 : alignment === 'right' ? free : 0);
      const y = top + index * lineHeight + size * room.above;
      drawing.text({ ...line, style: 'regular', size, stretch, x, y, color: parseHexColor(text.color) });
    });
  });
  return form;
}

function parseHexColor(color: ScriptText['color']): Color {
  const digits = color.map((share) =>
    Math.round(Math.max(0, Math.min(1, share)) * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${digits.join('')}`;
}
