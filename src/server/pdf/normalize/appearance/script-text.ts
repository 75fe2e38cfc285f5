import { PdfDict, PdfName, PdfStream, type PDF, type PdfRef } from '@libpdf/core';
import { numberArray } from '#server/pdf/engine/objects.ts';

/** A text that the standard fonts cannot show, and the box that it is set into. */
export interface ScriptText {
  readonly text: string;
  readonly width: number;
  readonly height: number;
  /** Font size in points; 0 for whatever fits. */
  readonly size: number;
  /** Red, green and blue, 0..1. */
  readonly colour: readonly [number, number, number];
  readonly alignment: 'left' | 'center' | 'right';
  readonly multiline: boolean;
  /** Operators drawn below the text. */
  readonly frame: string;
}

const PADDING = 2;
const MULTILINE_SIZE = 12;

/**
 * Values of form fields in scripts that need embedded fonts and shaping. Their forms are registered at once and drawn together at the
 * end, since that takes the drawing engine, which most documents can do without.
 */
export class ScriptTexts {
  readonly #pdf: PDF;
  readonly #pending: { form: PdfStream; text: ScriptText }[] = [];

  constructor(pdf: PDF) {
    this.#pdf = pdf;
  }

  /** Registers the form that will show the text. */
  add(text: ScriptText): PdfRef {
    const form = PdfStream.fromDict({
      Type: PdfName.of('XObject'),
      Subtype: PdfName.of('Form'),
      BBox: numberArray([0, 0, text.width, text.height]),
    });
    this.#pending.push({ form, text });
    return this.#pdf.context.registry.register(form);
  }

  /** Draws all texts. */
  async finish(): Promise<void> {
    if (this.#pending.length === 0) return;
    const [{ SheetPress }, { SkiaImport }, { sheetForms }, { fitText }, { LINE_HEIGHT, measureText }] =
      await Promise.all([
        import('#server/pdf/drawing/skia-sheets.ts'),
        import('#server/pdf/drawing/skia-import.ts'),
        import('#server/pdf/drawing/overlay.ts'),
        import('#server/pdf/drawing/fit-text.ts'),
        import('#server/pdf/drawing/text.ts'),
      ]);
    const press = new SheetPress();
    const sheets = this.#pending.map(({ text }) => {
      const { width, height, alignment } = text;
      const room = { width: Math.max(1, width - 2 * PADDING), height };
      const plain = text.multiline ? text.text : text.text.replace(/\s+/g, ' ');
      const { size, lines } = fitText(
        plain,
        'regular',
        room,
        text.size || (text.multiline ? MULTILINE_SIZE : height),
      );
      const top = text.multiline ? PADDING : (height - lines.length * size * LINE_HEIGHT) / 2;
      const [red, green, blue] = text.colour.map((share) => Math.round(share * 255));
      return press.draw(text, (drawing) => {
        lines.forEach((line, index) => {
          const left = room.width - measureText(line, 'regular', size).width;
          const x = PADDING + (alignment === 'center' ? left / 2 : alignment === 'right' ? left : 0);
          const y = top + (index + 0.8) * size * LINE_HEIGHT;
          drawing.text({ text: line, style: 'regular', size, x, y, color: `rgb(${red}, ${green}, ${blue})` });
        });
      });
    });
    const skia = new SkiaImport(await press.finish(), this.#pdf);
    this.#pending.forEach(({ form, text }, index) => {
      const sheet = sheets[index];
      if (!sheet) return;
      const objects = new PdfDict();
      const parts = sheetForms(sheet, [1, 0, 0, 1, 0, 0], skia).map((ref, part) => {
        objects.set(`T${part}`, ref);
        return `q /T${part} Do Q`;
      });
      form.set('Resources', PdfDict.of({ XObject: objects }));
      form.setData(Buffer.from([text.frame, ...parts].join('\n'), 'latin1'));
    });
  }
}
