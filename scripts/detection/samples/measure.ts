/** A blank of a sample, in fractions of its page. */
type MeasuredField = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly type: string;
  readonly cue: string;
  readonly partyIndex?: number;
};

export type MeasuredPage = { readonly fields: readonly MeasuredField[] };

/**
 * Measures the blanks of a sample after a browser has laid it out; runs in the page. Follows how people label
 * them: a box stands on its line and reaches up to the next words or line, 20 CSS pixels (15 points) at most;
 * an empty cell is its own box.
 */
export function measurePages(): MeasuredPage[] {
  const [TALLEST, UNDRAWN] = [20, 16];
  return [...document.querySelectorAll('.page')].map((page) => {
    const origin = page.getBoundingClientRect();
    const ink: { left: number; right: number; bottom: number }[] = [];
    const texts = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      if (node.parentElement?.closest('[data-kind]') !== null || (node.textContent ?? '').trim() === '')
        continue;
      for (const word of (node.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        for (const { left, right, bottom } of range.getClientRects())
          ink.push({ left, right, bottom: bottom - 2 });
      }
    }
    const blanks = [...page.querySelectorAll('[data-kind]')];
    const placed = blanks.map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const cue = element.getAttribute('data-cue') ?? '';
      const box =
        cue === 'characters' || cue === 'underline'
          ? range.getBoundingClientRect()
          : element.getBoundingClientRect();
      // A row of dashes is drawn in the middle of its line.
      const size =
        element.textContent?.startsWith('-') === true ? parseFloat(getComputedStyle(element).fontSize) : 0;
      return { element, cue, box: new DOMRect(box.x, box.y, box.width, box.height - size * 0.5) };
    });
    for (const { cue, box } of placed)
      if (cue !== 'label') ink.push({ left: box.left, right: box.right, bottom: box.bottom });
    const fields = placed.map(({ element, cue, box }) => {
      const { left, bottom } = box;
      // A blank without a line of its own ends where its block's line ends.
      const line = placed.findLast(
        (other) =>
          other.cue !== 'label' &&
          other.box.bottom < bottom &&
          other.box.right - left > 60 &&
          other.box.left < left + 60 &&
          other.element.getAttribute('data-party') === element.getAttribute('data-party'),
      );
      const right = cue === 'label' ? (line?.box.right ?? box.right) : box.right;
      const above = ink
        .filter((other) => other.bottom < bottom - 5 && other.left < right - 2 && other.right > left + 2)
        .map((other) => other.bottom);
      const top =
        cue === 'cell' ? box.top : cue === 'label' ? bottom - UNDRAWN : Math.max(bottom - TALLEST, ...above);
      const party = element.getAttribute('data-party');
      return {
        x: (left - origin.left) / origin.width,
        y: (top - origin.top) / origin.height,
        width: (right - left) / origin.width,
        height: (bottom - top) / origin.height,
        type: element.getAttribute('data-kind') ?? 'text',
        cue,
        ...(party === null || party === '' ? {} : { partyIndex: Number(party) }),
      };
    });
    return { fields };
  });
}
