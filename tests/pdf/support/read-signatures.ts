import { PDF, PdfDict, type PdfRef } from '@libpdf/core';

export type SignatureDictionary = {
  readonly dict: PdfDict;
  readonly range: readonly [number, number, number, number];
  /** Offsets of `<` and after `>`. */
  readonly hole: { readonly start: number; readonly end: number };
  /** Where the signature's revision ends. */
  readonly end: number;
  readonly contents: Uint8Array;
};

/** Returns a file's signatures in the order of its form's fields, read with libpdf. */
export async function signaturesIn(file: Uint8Array): Promise<SignatureDictionary[]> {
  const pdf = await PDF.load(file);
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const fields = pdf.getCatalog().getDict('AcroForm', resolve)?.getArray('Fields', resolve);
  const text = Buffer.from(file).toString('latin1');
  return Array.from({ length: fields?.length ?? 0 }, (_, index) => fields?.at(index, resolve)).flatMap(
    (field) => {
      const dict = field instanceof PdfDict ? field.getDict('V', resolve) : undefined;
      const numbers = dict?.getArray('ByteRange', resolve)?.toArray() ?? [];
      const values = numbers.map((number) => ('value' in number ? Number(number.value) : Number.NaN));
      const [a = Number.NaN, b = Number.NaN, c = Number.NaN, d = Number.NaN] = values;
      if (dict === undefined) return [];
      const start = text.indexOf('<', text.lastIndexOf('/Contents', b));
      const end = text.indexOf('>', start) + 1;
      const contents = Buffer.from(text.slice(start + 1, end - 1), 'hex');
      const eof = text.indexOf('%%EOF', end) + '%%EOF'.length;
      const revisionEnd = text[eof] === '\n' ? eof + 1 : eof;
      return [
        {
          dict,
          range: [a, b, c, d] as const,
          hole: { start, end },
          end: revisionEnd,
          contents: new Uint8Array(contents),
        },
      ];
    },
  );
}
