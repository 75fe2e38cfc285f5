import { type PDF, PdfName, PdfNumber, type PdfObject, type PdfRef, PdfStream } from '@libpdf/core';
import { createCompressedStream } from '#server/pdf/engine/objects.ts';

/**
 * A picture that is ready to be drawn. It is a JPEG or has three bytes per pixel. If it isn't opaque, it also
 * has one byte of opacity per pixel.
 */
export type Picture = {
  readonly width: number;
  readonly height: number;
  readonly colors: Uint8Array;
  readonly encoding: 'jpeg' | 'rgb';
  readonly opacity: Uint8Array | null;
};

/** The decoded pictures of a request, by the SHA-256 of their files. */
export type LoadedMarks = ReadonlyMap<string, Picture>;

/** Returns a picture's ink in white. A picture without opacity stays as it is. */
export function toWhite(picture: Picture): Picture {
  if (picture.opacity === null) return picture;
  return {
    ...picture,
    encoding: 'rgb',
    colors: new Uint8Array(picture.width * picture.height * 3).fill(255),
  };
}

/** Registers a picture as an image XObject (ISO 32000-2, 8.9.5), with its opacity as a soft mask. */
export function embedPicture(pdf: PDF, picture: Picture): PdfRef {
  const { colors, encoding, opacity } = picture;
  const entries = buildImageEntries(picture, 'DeviceRGB');
  const image =
    encoding === 'jpeg'
      ? PdfStream.fromDict({ ...entries, Filter: PdfName.of('DCTDecode') }, colors)
      : createCompressedStream(entries, colors);
  if (opacity)
    image.set(
      'SMask',
      pdf.register(createCompressedStream(buildImageEntries(picture, 'DeviceGray'), opacity)),
    );
  return pdf.register(image);
}

function buildImageEntries(picture: Picture, colorSpace: string): Record<string, PdfObject> {
  return {
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Image'),
    Width: PdfNumber.of(picture.width),
    Height: PdfNumber.of(picture.height),
    ColorSpace: PdfName.of(colorSpace),
    BitsPerComponent: PdfNumber.of(8),
  };
}
