import { createHash } from 'node:crypto';
import { Dice } from '../samples/dice.ts';
import { LANGUAGES } from '../samples/words.ts';

/**
 * A closing written by hand. A hash of its name decides whether it's in the half that the grammar was
 * developed with or in the sealed half.
 */
export type Closing = { readonly name: string; readonly isSealed: boolean; readonly html: string };

/** Kinds of blanks by letter. `z` marks blanks that count neither way. */
const KINDS: Readonly<Record<string, string>> = {
  ...{ s: 'signature', n: 'name', t: 'title', d: 'date', c: 'company' },
  ...{ e: 'email', a: 'address', i: 'initials', x: 'text', z: 'ignored' },
};
const FONTS = ['Liberation Serif', 'Liberation Serif', 'Liberation Sans', 'DejaVu Serif', 'DejaVu Sans'];
/** Laid out for a page of 816 by 1056 CSS pixels. */
const STYLE =
  '.page{position:relative;box-sizing:border-box;width:816px;height:1056px;padding:80px;overflow:hidden;break-after:page} body{margin:0} p{margin:0 0 10px} h3{text-align:center;margin:6px 0 14px} pre{font-size:12.5px;line-height:1.25} table{border-collapse:collapse;font-size:inherit} td{padding:1px 0} td.c{width:330px;vertical-align:top} .g td{border:1px solid #000;padding:4px 6px} .foot{position:absolute;bottom:40px;left:80px} @page{size:816px 1056px;margin:0}';

/** Reads a file of closings: `=== name`, then lines of text with marks for blanks; `---` begins a page. */
export function parseClosings(source: string): Closing[] {
  return source
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      const name = part.slice(0, end).trim();
      const digest = createHash('sha256').update(name).digest();
      const dice = new Dice(digest.readUInt32BE(4));
      const [font, size, leading] = [
        dice.one(FONTS),
        dice.one([13, 13.6, 14.4]),
        dice.one([1.15, 1.25, 1.4]),
      ];
      const pages = part
        .slice(end + 1)
        .trim()
        .split(/^---$/m)
        .map((page) => `<div class="page">${renderPageHtml(page, dice, size)}</div>`);
      const html = `<!doctype html><html><head><meta charset="utf-8"><style>${STYLE} body{font:${size}px/${leading} "${font}"}</style></head><body>${pages.join('')}</body></html>`;
      return { name, isSealed: (digest[0] ?? 0) % 2 === 1, html };
    });
}

function renderPageHtml(page: string, dice: Dice, size: number): string {
  let isPre = false;
  return page
    .trim()
    .replace(/\*\*([^*]+)\*\*/g, '<b>$1</b>')
    .split('\n')
    .map((line) => {
      if (line.startsWith('<pre>')) isPre = true;
      const drawn = withBlanks(line, size);
      if (line.startsWith('</pre>')) isPre = false;
      if (isPre) return `${drawn}\n`;
      const body = /^\{body (\w\w)\}$/.exec(line)?.[1];
      if (body !== undefined) return renderClauses(body, dice);
      if (line.startsWith('# ')) return `<h3>${drawn.slice(2)}</h3>`;
      if (/^<(?!u>|s>|b>|small)/.test(line)) return drawn;
      const depth = /^>*/.exec(line)?.[0].length ?? 0;
      const text = drawn.slice(depth);
      return `<div style="margin-left:${depth * 100}px">${text === '' ? '&nbsp;' : text}</div>`;
    })
    .join('');
}

function renderClauses(language: string, dice: Dice): string {
  const words = LANGUAGES.find(([code]) => code === language)?.[1];
  if (words === undefined) throw new RangeError(`no words for ${language}`);
  return dice
    .some(words.clauses, 4)
    .map((clause, index) => `<p>${index + 1}. ${clause}</p>`)
    .join('');
}

/**
 * `[s0 240 _]` is the first party's signature, 240 CSS pixels of underscores; `[n- cell]` within `<td …>` is
 * a cell that belongs to nobody.
 */
function withBlanks(line: string, size: number): string {
  return line.replace(
    /\[([sntdceaixz])(\d|-) (\d+|cell|line)(?: (__|[_lou.…/]))?\]/g,
    (_, letter: string, party: string, width: string, mark: string | undefined) => {
      const renderData = (cue: string) =>
        `data-kind="${KINDS[letter] ?? 'text'}" data-party="${party === '-' ? '' : party}" data-cue="${cue}"`;
      if (mark === undefined) return renderData(width);
      const points = Number(width);
      const renderCharacters = (text: string) => `<span ${renderData('characters')}>${text}</span>`;
      switch (mark) {
        case '__':
          return renderCharacters('_'.repeat(points));
        case '/':
          return renderCharacters(`${'_'.repeat(3)} / ${'_'.repeat(3)} / ${'_'.repeat(6)}`);
        case '.':
          return renderCharacters('.'.repeat(Math.round(points / (size * 0.25))));
        case '…':
          return renderCharacters('…'.repeat(Math.round(points / size)));
        case 'u':
          return `<u ${renderData('underline')}>${'&nbsp;'.repeat(Math.round(points / (size * 0.25)))}</u>`;
        case 'o':
          return `<span ${renderData('label')} style="display:inline-block;width:${points}px">&nbsp;</span>`;
        case 'l':
          return `<span ${renderData('line')} style="display:inline-block;width:${points}px;border-bottom:1px solid #000">&nbsp;</span>`;
        default:
          return renderCharacters('_'.repeat(Math.round(points / (size * 0.5))));
      }
    },
  );
}
