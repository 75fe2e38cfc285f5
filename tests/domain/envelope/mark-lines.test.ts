import { expect, it } from 'vitest';
import { breakMark } from '#domain/envelope/mark-lines.ts';

it.each<[string, number, number, string[]]>([
  ['Ada Lovelace', 160, 40, ['Ada Lovelace']],
  [
    'Maximiliane Freifrau von Hohenstein-Wittelsbach',
    160,
    40,
    ['Maximiliane Freifrau von', 'Hohenstein-Wittelsbach'],
  ],
  ['María de los Ángeles Fernández', 60, 60, ['María de los', 'Ángeles Fernández']],
  ['Wolfeschlegelsteinhausenbergerdorff', 60, 60, ['Wolfeschlegelsteinhausenbergerdorff']],
  ['María de los Ángeles Fernández', 400, 20, ['María de los Ángeles Fernández']],
  // Wide letters need a second line sooner.
  ['マクシミリアーネ フォン', 160, 40, ['マクシミリアーネ', 'フォン']],
  ['山田 太郎', 160, 40, ['山田 太郎']],
  ['', 60, 60, ['']],
  // Before the page has measured the box.
  ['Ada Lovelace', 0, 0, ['Ada Lovelace']],
])('%s in %d × %d', (name, width, height, lines) => {
  expect(breakMark(name, width, height)).toEqual(lines);
});
