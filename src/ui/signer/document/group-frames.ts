import { isTickBox } from '#domain/field/answer.ts';
import type { PageOnScreen } from '#ui/pdf/pdf-document.ts';
import type { Question } from '#ui/signer/answers/questions.ts';

/** A part of a page, in fractions of the page. */
type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
type Frame = Box & { readonly question: Question };
type Asked = {
  readonly questions: readonly Question[];
  readonly fields: readonly (Box & { readonly id: string; readonly page: number })[];
};

/** Where the words of a page are, each in fractions of the page. */
export type Words = readonly Box[];

/** How far words may stand from the box that they belong to, and from each other, in heights of the box. */
const NEAR = 2.5;

/** Reads from a page's text layer where its words are. */
export function readWords(page: Element): Words {
  const whole = page.getBoundingClientRect();
  const spans = [...page.querySelectorAll('.pdf-text span')].filter(
    (span) => span.childElementCount === 0 && span.textContent.trim() !== '',
  );
  return spans.map((span) => {
    const { left, top, width, height } = span.getBoundingClientRect();
    return {
      x: (left - whole.left) / whole.width,
      y: (top - whole.top) / whole.height,
      width: width / whole.width,
      height: height / whole.height,
    };
  });
}

/** Returns the frames of the groups on a page: around their boxes, and the words to the right of each. */
export function findFrames({ questions, fields }: Asked, page: PageOnScreen, words: Words): Frame[] {
  const here = fields.filter((field) => field.page === page.number);
  return questions.flatMap((question) => {
    const boxes = question.fields.filter((field) => field.page === page.number && isTickBox(field));
    if (!question.isGroup || boxes.length < 2) return [];
    const ids = new Set(boxes.map(({ id }) => id));
    const others = here.filter(({ id }) => !ids.has(id));
    const rights = boxes.map((box) => findRightEdge(box, page, words, others));
    const x = Math.min(...boxes.map((box) => box.x));
    const y = Math.min(...boxes.map((box) => box.y));
    const bottom = Math.max(...boxes.map((box) => box.y + box.height));
    return [{ question, x, y, width: Math.max(...rights) - x, height: bottom - y }];
  });
}

/** Returns where the words beside a box end, at the latest where another question begins. */
function findRightEdge(box: Box, page: PageOnScreen, words: Words, others: readonly Box[]): number {
  const most = (NEAR * box.height * page.height) / page.width;
  const end = box.x + box.width;
  const limit = Math.min(1, ...others.filter((other) => isBeside(other, box)).map(({ x }) => x));
  const line = words.filter((word) => isBeside(word, box)).toSorted((one, other) => one.x - other.x);
  return line.reduce(
    (right, word) => (word.x - right <= most ? Math.max(right, Math.min(limit, word.x + word.width)) : right),
    end,
  );
}

/** Checks whether something begins to the right of a box, on its line. */
function isBeside(one: Box, box: Box): boolean {
  const middle = one.y + one.height / 2;
  return one.x >= box.x + box.width / 2 && middle >= box.y && middle <= box.y + box.height;
}
