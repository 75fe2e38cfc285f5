import { deviceName } from '#domain/device-name.ts';
import { printable } from '#domain/text.ts';
import { beside, type Block, COLOR, LOOK, panel, pill, rule, stacked, textBlock } from './flow.ts';
import { utcTime } from './wording.ts';
import { drawMark, type LoadedMarks } from '#server/pdf/drawing/marks.ts';
import type { CertificateSigner } from '#server/pdf/seal/seal-request.ts';
import { measureText } from '#server/pdf/drawing/text/wrap.ts';

/** Makes the card of one signer: who they are, what they did when and from where, and their signature. */
export function signerCard(
  signer: CertificateSigner,
  number: number,
  width: number,
  marks: LoadedMarks,
): Block {
  const padding = 12;
  const inner = width - 2 * padding;
  const markWidth = 168;
  const left = inner - markWidth - 16;
  const half = (left - 16) / 2;
  const indent = measureText(`${number}. `, LOOK.strong.style, LOOK.strong.size).width;
  const status = STATUS[signer.status];
  const done = signer.role === 'approver' ? 'Approved' : 'Signed';
  const badge = pill(signer.status === 'signed' ? done : status.label, status.color, status.fill);

  const role = [signer.title, signer.company].filter((part) => part !== null && part !== '').join(', ');
  const identity = stacked([
    // Apart from the name: in one line with it, a right-to-left name would move the number to its other side.
    beside([
      { x: 0, block: textBlock(`${number}.`, LOOK.strong, indent) },
      { x: indent, block: textBlock(printable(signer.name), LOOK.strong, left - indent) },
    ]),
    textBlock(printable(signer.email), LOOK.small, left),
    ...(role === '' ? [] : [textBlock(printable(role), LOOK.small, left)]),
  ]);
  const details = pairs(
    [
      ['Viewed', time(signer.viewedAt)],
      ['Consented', consent(signer)],
      [done, time(signer.signedAt)],
      ['IP address', signer.ipAddress ?? '–'],
      ['Device', deviceName(printable(signer.userAgent ?? ''), { withVersion: true }) ?? '–'],
      ['Authentication', signer.authentication],
    ],
    half,
  );
  const delegations = signer.delegations.map((text) =>
    stacked([textBlock('Delegated', LOOK.label, left), textBlock(printable(text), LOOK.small, left)]),
  );
  const intent =
    signer.intent === null
      ? []
      : [stacked([textBlock('Intent', LOOK.label, left), textBlock(signer.intent, LOOK.small, left)])];
  const attachments = signer.attachments.map(({ filename, sizeBytes, sha256 }) =>
    stacked([
      textBlock('Attached file, SHA-256', LOOK.label, left),
      textBlock(printable(`${filename} (${sizeBytes.toLocaleString('en-US')} bytes)`), LOOK.small, left),
      textBlock(sha256, LOOK.small, left),
    ]),
  );
  const content = beside([
    { x: 0, block: stacked([identity, details, ...intent, ...delegations, ...attachments], 7) },
    { x: inner - badge.width, block: badge },
    { x: inner - markWidth, block: markBlock(signer, markWidth, marks) },
  ]);
  return panel(content, { width, padding, outline: COLOR.rule, fill: '#ffffff' });
}

const STATUS = {
  signed: { label: 'Signed', color: COLOR.good, fill: COLOR.goodPanel },
  declined: { label: 'Declined', color: COLOR.bad, fill: COLOR.badPanel },
  pending: { label: 'Pending', color: COLOR.muted, fill: COLOR.neutralPanel },
} as const;

function pairs(entries: readonly (readonly [string, string])[], width: number): Block {
  const rows: Block[] = [];
  for (let start = 0; start < entries.length; start += 2) {
    const cells = entries.slice(start, start + 2).map(([label, value], index) => ({
      x: index * (width + 16),
      block: stacked([textBlock(label, LOOK.label, width), textBlock(printable(value), LOOK.small, width)]),
    }));
    rows.push(beside(cells));
  }
  return stacked(rows, 4);
}

function markBlock(signer: CertificateSigner, width: number, marks: LoadedMarks): Block {
  const top = 22;
  const height = 52;
  return {
    height: top + height + 14,
    draw(drawing, x, y) {
      if (signer.mark) {
        const mark =
          signer.mark.kind === 'typed' ? { ...signer.mark, text: printable(signer.mark.text) } : signer.mark;
        drawMark(drawing, { x: x + 6, y: y + top, width: width - 12, height: height - 6 }, mark, marks);
      }
      rule(width, COLOR.muted).draw(drawing, x, y + top + height);
      const caption = signer.mark ? MARK_CAPTION[signer.mark.kind] : 'No signature requested';
      textBlock(caption, LOOK.label, width).draw(drawing, x, y + top + height + 3);
    },
  };
}

const MARK_CAPTION = {
  typed: 'Typed signature',
  drawn: 'Drawn signature',
  uploaded: 'Uploaded signature',
} as const;

/** Without a consumer disclosure, people agree by finishing, as the button says. */
function consent({ role, consentedAt, signedAt }: CertificateSigner): string {
  if (consentedAt) return `${utcTime(consentedAt)}, on the consent page`;
  const button = role === 'approver' ? 'Approve' : 'Sign and finish';
  return signedAt ? `${utcTime(signedAt)}, by selecting “${button}”` : '–';
}

function time(date: Date | null): string {
  return date ? utcTime(date) : '–';
}
