import type { Files, Vector } from './vector.ts';

/** Flips a byte's last bit, or that of the digit that it is: one in hexadecimal stays one. */
function flipped(byte: number): number {
  const character = String.fromCharCode(byte);
  if (!/[a-f]/.test(character)) return byte ^ 1;
  return (Number.parseInt(character, 16) ^ 1).toString(16).charCodeAt(0);
}

/** One byte in each region. */
export function bytesIn({ bB, bT, bLt, bLta }: Files): Vector[] {
  const flip = (name: string, about: string, file: Buffer, find: string, offset = 0): Vector => {
    const at = file.lastIndexOf(find, undefined, 'latin1') + offset;
    const changed = Buffer.from(file);
    changed[at] = flipped(changed[at] ?? 0);
    return { name: `byte-${name}`, about: `One byte is changed ${about}.`, file: changed };
  };
  const cms = (offset: number): readonly [string, number] => [
    '/Contents <',
    '/Contents <'.length + offset * 2 + 1,
  ];
  const hole = bB.toString('latin1').slice(bB.lastIndexOf('/Contents <') + 11);
  const inSignature = (hole.lastIndexOf('06082a8648ce3d040302') + 40) / 2;
  const attributes = hole.lastIndexOf('06092a864886f70d010904') / 2 + 20;
  const token = bT.toString('latin1').slice(bT.lastIndexOf('/Contents <') + 11);
  const inToken = Math.floor(token.lastIndexOf('060b2a864886f70d0109100104') / 2) + 40;
  return [
    flip('header', 'in the first line', bB, '%PDF-1.7', 7),
    flip('page', 'in the text of the page', bB, 'The fee is 100', 11),
    flip('hidden-page', 'in an object that nothing shows', bB, 'The fee is 900', 11),
    flip('drawn-value', 'in a value that was drawn when sealing', bB, '(Ada Byron)', 1),
    flip('evidence', 'in the attached evidence', bB, '"envelope.completed"', 3),
    flip('claimed-time', "in the signature dictionary's time", bB, '/M (D:2026', 9),
    flip('byte-range', 'in the byte range', bB, '/ByteRange [0 ', 14),
    flip('trailer', 'in the trailer behind the signature', bB, '/Size 14', 7),
    flip('cross-reference', 'in the cross-reference table behind the signature', bB, ' 00000 n', -1),
    flip('cms-version', 'in the version of the signature structure', bB, ...cms(25)),
    flip('certificate', 'in a certificate', bB, ...cms(150)),
    flip('certificate-signature', "in the end of the certificates' part", bB, ...cms(560)),
    flip('signed-attributes', 'in the signed digest', bB, ...cms(attributes)),
    flip('signature-value', 'in the signature value', bB, ...cms(inSignature)),
    flip('padding', 'in the padding after the signature', bB, ...cms(3000)),
    flip('timestamp-token', 'in the timestamp of the signature', bT, ...cms(inToken)),
    flip('revocation-list', 'in a revocation list', bLt, 'stream\n0', 120),
    flip('archive-timestamp', 'in the timestamp over the long-term data', bLta, ...cms(300)),
    flip('archived-data', 'in a revocation list under the last timestamp', bLta, '/CRLs [', 7),
  ];
}
