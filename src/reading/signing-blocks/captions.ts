import { endsInLegalForm } from '#reading/parties/legal-forms.ts';
import { isRole } from '#reading/parties/party-roles.ts';
import type { PageFacts, TextLine } from '#reading/page/page-facts.ts';
import type { Blank } from '#reading/blanks/signing-blanks.ts';
import { detectSigningKind } from '#reading/labels/signing-labels.ts';

const MOST_LINES = 3;
/** Words at the end of a caption's line after which the caption continues with a name. */
const GOES_ON = /(?:^|\s)(?:of|the|for|and|behalf|der|des|von|de|du|la|del|di|van)$/iu;

/**
 * Returns the lines under a signature line: its caption and the lines right under the caption, such as
 * "Plaintiff" or "Attorneys for Buyer".
 */
export function findCaptionLines(page: PageFacts, blank: Blank): TextLine[] {
  const caption = blank.caption ?? findWordsUnderLabel(page, blank);
  if (caption === undefined) return [];
  const lines = [caption];
  for (let last = caption; lines.length < MOST_LINES;) {
    const from = last;
    const next = page.lines.find(
      (line) =>
        line.baseline > from.baseline + 3 &&
        line.baseline - from.baseline < from.size * 1.7 &&
        Math.abs(line.x - caption.x) < 6 &&
        !/:\s*$/.test(line.text) &&
        detectSigningKind(line.text) === null,
    );
    if (next === undefined) break;
    if (endsInLegalForm(next.text.trim()) && !GOES_ON.test(from.text.trim())) break;
    lines.push(next);
    last = next;
  }
  return lines;
}

/** Returns the words that are aligned with the label: "By: ______" over "Ann Example". */
function findWordsUnderLabel(page: PageFacts, { label }: Blank): TextLine | undefined {
  if (label === null) return undefined;
  return page.lines.find(
    (line) =>
      line.baseline > label.baseline + 3 &&
      line.baseline - label.baseline < label.size * 1.7 &&
      Math.abs(line.x - label.x) < 6 &&
      !/:/.test(line.text) &&
      !isRole(line.text) &&
      !endsInLegalForm(line.text.trim()) &&
      detectSigningKind(line.text) === null,
  );
}
