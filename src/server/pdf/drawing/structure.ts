/** The standard structure types in use (ISO 32000-2, 14.8.4). */
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
  | 'Figure';

/** Content of a page, by its index and its number there. */
type MarkedContent = { readonly page: number; readonly mcid: number };

type Attributes = {
  /** Describes a figure to people who can't see it. */
  readonly alt?: string;
  /** In the page's space: left, bottom, right, top. */
  readonly box?: readonly [number, number, number, number];
  /** BCP 47. */
  readonly language?: string;
};

/** An element of a tagged document's structure. */
export class StructureElement {
  readonly tag: StructureTag;
  readonly attributes: Attributes;
  readonly children: (StructureElement | MarkedContent)[] = [];

  constructor(tag: StructureTag, attributes: Attributes = {}) {
    this.tag = tag;
    this.attributes = attributes;
  }
}
