import { countFitting, fitValue } from '#domain/field/value/fit.ts';
import type { WireSignerField } from '#wire/signer-view.ts';
import type { PageOnScreen } from '#ui/pdf/pdf-document.ts';

/**
 * How an answer is shown in its box, with its size in CSS pixels, what to know about it, and how many
 * characters fit; null if all do.
 */
export type AnswerFit = {
  readonly text: string;
  readonly style: string;
  readonly size: number;
  readonly isSmall: boolean;
  readonly most: number | null;
};

/** Fits an answer into its box on the page. Returns null for one that is shown in the usual way. */
export function fitAnswer(
  field: WireSignerField,
  value: string,
  { width, height, scale }: PageOnScreen,
): AnswerFit | null {
  const page = { width: width / scale, height: height / scale };
  const fit = fitValue(field, value, page);
  if (fit === null || fit.isUsual) return null;
  const { isSmall, lines, size, stretch } = fit;
  return {
    ...{ text: lines.join('\n'), size: size * scale, isSmall },
    style: `font-size:${size * scale}px;width:${100 / stretch}%;transform:scaleX(${stretch})`,
    most: fit.isTooLong ? countFitting(field, value, page) : null,
  };
}
