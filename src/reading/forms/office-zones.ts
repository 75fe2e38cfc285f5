import type { Layout } from '#reading/candidates/find-candidates.ts';
import { normalizeLabelWords } from '#reading/labels/label-words.ts';
import type { PageBox } from '#reading/page/page-facts.ts';

/** Words that reserve a part of a form for the form's recipient, in the languages of the label words. */
const RESERVED =
  /\b((office|official|court|agency|clerk'?s?|internal|staff|department|county|state|irs|bank|company|dealer|government) use( only)?(\b.{0,20}$| ?:)|use only$|for .{3,30} use only|do not write (in|below|above|on) th|do not (use|complete) this (space|section|area)|nur vom .{3,40} auszufullen|nicht ausfullen|raum fur .{0,20}vermerke|reserve a l'?administration|cadre reserve|ne rien (inscrire|ecrire)|uso (oficial|exclusivo|interno)|no escriba (en|debajo)|riservato all?|spazio riservato|uso reservado|wypelnia (urzad|organ)|niet invullen|in te vullen door (de|het))/;

/** Words that mark a sample. */
const SAMPLE =
  /^(sample|specimen|example|muster|beispiel|modele|exemple|ejemplo|esempio|exemplo|przyklad|wzor|voorbeeld)$/;

/** The longest heading, in characters, and the largest share of a page that it can reserve. */
const LONGEST = 70;
const LARGEST = 0.3;

/** Returns the cells and frames of a page that are reserved for its recipient or show a sample. */
export function findOfficeZones({ page, regions }: Pick<Layout, 'page' | 'regions'>): PageBox[] {
  const frames: PageBox[] = [
    ...regions.filter(({ sides }) => sides.top && sides.left && sides.right),
    ...page.shapes.filter(({ kind }) => kind === 'rectangle'),
  ];
  return page.lines.flatMap((line) => {
    const plain = normalizeLabelWords(line.text);
    if (line.text.length > LONGEST || !(RESERVED.test(plain) || SAMPLE.test(plain))) return [];
    const around = frames.filter(
      (frame) =>
        frame.width * frame.height > line.width * line.height * 2 &&
        frame.width * frame.height < page.width * page.height * LARGEST &&
        isWithin(line, frame),
    );
    const smallest = around.sort((one, other) => one.width * one.height - other.width * other.height)[0];
    return smallest === undefined ? [] : [smallest, ...findUnderHeading(smallest, frames)];
  });
}

/** Returns the cells under a bar that contains a reserving heading. */
function findUnderHeading(bar: PageBox, frames: readonly PageBox[]): PageBox[] {
  if (bar.height > TALLEST_BAR) return [];
  const bottom = bar.y + bar.height;
  return frames.filter(
    ({ x, y, width, height }) =>
      Math.abs(y - bottom) < 2.5 &&
      x > bar.x - 3 &&
      x + width < bar.x + bar.width + 3 &&
      height < bar.height * MOST_BARS,
  );
}

/** The largest height of a bar in points, and how many times as high as the bar its cells may be. */
const TALLEST_BAR = 26;
const MOST_BARS = 6;

export function isWithin(box: PageBox, frame: PageBox): boolean {
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  return x > frame.x && x < frame.x + frame.width && y > frame.y && y < frame.y + frame.height;
}
