import type { PdfRef } from '@libpdf/core';

/** The standard structure types that are used (ISO 32000-2, 14.8.4). */
export type StructureTag =
  | 'Document'
  | 'Part'
  | 'Sect'
  | 'H1'
  | 'H2'
  | 'P'
  | 'Span'
  | 'L'
  | 'LI'
  | 'Lbl'
  | 'LBody'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Figure'
  | 'Form';

/** Content of a page, identified by the page's index and the content's number on that page. */
type MarkedContent = { readonly page: number; readonly mcid: number };

/** An annotation of a page, such as the widget of a form field. */
type MarkedObject = { readonly page: number; readonly object: PdfRef };

type Attributes = {
  /** A description of a figure for people who can't see it. */
  readonly alt?: string;
  /** What the content reads as, if its glyphs don't say so. */
  readonly actualText?: string;
  /** The figure's box in the page's space: left, bottom, right, top. */
  readonly box?: readonly [number, number, number, number];
  /** The language tag (BCP 47). */
  readonly language?: string;
};

/** An element of a tagged document's structure. */
export class StructureElement {
  readonly tag: StructureTag;
  readonly attributes: Attributes;
  readonly children: (StructureElement | MarkedContent | MarkedObject)[] = [];

  constructor(tag: StructureTag, attributes: Attributes = {}) {
    this.tag = tag;
    this.attributes = attributes;
  }
}
