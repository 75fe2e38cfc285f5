import { replaced, type Vector } from './vector.ts';

/** Cuts, additions and games with the byte range. */
export function structures(bB: Buffer): Vector[] {
  const text = bB.toString('latin1');
  const contents = text.lastIndexOf('/Contents <') + '/Contents '.length;
  const end = text.indexOf('>', contents) + 1;
  const capital = text.slice(contents).search(/[a-f]/) + contents;
  const range = /\/ByteRange \[[^\]]*\]/.exec(text.slice(text.lastIndexOf('/ByteRange')))?.[0] ?? '';
  const [, a = 0, b = 0, c = 0] = range.match(/\d+/g)?.map(Number) ?? [];
  const ranged = (value: string) =>
    replaced(bB, range, `/ByteRange [${value}`.padEnd(range.length - 1) + ']');
  const injected = Buffer.from(`> 99 0 obj\n<< /Fake true >>\nendobj\n<`);
  const wrapped = Buffer.concat([bB.subarray(0, end - 1), injected, Buffer.from('00'), bB.subarray(end - 1)]);
  const widened = replaced(
    wrapped,
    range,
    `/ByteRange [0 ${a} ${b + injected.length + 2} ${c}`.padEnd(range.length - 1) + ']',
  );
  return [
    { name: 'not-a-pdf', about: 'The file is text.', file: Buffer.from('This is not a PDF.\n') },
    {
      name: 'not-sealed',
      about: 'The file is the document before sealing.',
      file: bB.subarray(0, text.indexOf('%%EOF\n') + 6),
    },
    { name: 'truncated-by-one', about: 'The last byte is missing.', file: bB.subarray(0, -1) },
    {
      name: 'truncated-half',
      about: 'The second half is missing.',
      file: bB.subarray(0, Math.floor(bB.length / 2)),
    },
    {
      name: 'capital-digit',
      about: 'A digit of the signature is capital, which changes the byte and not its value.',
      file: Buffer.concat([
        bB.subarray(0, capital),
        Buffer.from(text.charAt(capital).toUpperCase()),
        bB.subarray(capital + 1),
      ]),
    },
    {
      name: 'usf-no-contents',
      about: 'Universal signature forgery: the signature value is empty.',
      file: Buffer.concat([
        bB.subarray(0, contents),
        Buffer.from('<>'.padEnd(end - contents)),
        bB.subarray(end),
      ]),
    },
    {
      name: 'usf-null-contents',
      about: 'Universal signature forgery: the signature value is zero.',
      file: Buffer.concat([
        bB.subarray(0, contents),
        Buffer.from(`<${'0'.repeat(end - contents - 2)}>`),
        bB.subarray(end),
      ]),
    },
    {
      name: 'usf-no-byte-range',
      about: 'Universal signature forgery: the byte range is missing.',
      file: replaced(bB, '/ByteRange', '/ByteXange'),
    },
    {
      name: 'usf-negative-range',
      about: 'Universal signature forgery: the byte range is negative.',
      file: ranged(`0 -${a} ${b} ${c}`),
    },
    {
      name: 'usf-range-of-nothing',
      about: 'Universal signature forgery: the byte range covers nothing.',
      file: ranged('0 0 0 0'),
    },
    {
      name: 'range-stops-early',
      about: 'The byte range stops one byte before the end.',
      file: ranged(`0 ${a} ${b} ${c - 1}`),
    },
    {
      name: 'range-skips-more',
      about: 'The byte range leaves out bytes before the signature.',
      file: ranged(`0 ${a - 10} ${b} ${c}`),
    },
    {
      name: 'swa-wrapped',
      about: 'Signature wrapping: the gap of the byte range has an object in it.',
      file: widened,
    },
    {
      name: 'repeated-key',
      about: 'The signature dictionary has the byte range twice.',
      file: replaced(bB, '/Filter /Adobe.PPKLite', '/ByteRange [0 1 2 3]  '),
    },
  ];
}
