import type { Spot } from '#domain/field/anchor.ts';
import type { FieldType } from '#domain/field/catalogue.ts';
import type { AnchorPlace } from '#domain/field/details.ts';

/** A text of the document, and where the fields for it go. */
export type FoundText = {
  readonly ignoreCase: boolean;
  readonly texts: readonly Spot[];
  readonly places: readonly Spot[];
  readonly similar: readonly string[];
  readonly isTooOften: boolean;
};

/** What to look for, and what to place there. A line through the text has no side. */
export type WantedText = {
  readonly text: string;
  readonly type: FieldType;
  readonly place: AnchorPlace | undefined;
};
