import { printable } from '#domain/text.ts';
import {
  beside,
  type Block,
  type CertificateFlow,
  COLOR,
  LOOK,
  panel,
  rule,
  stacked,
  textBlock,
  type TextLook,
} from './flow.ts';
import { utcTime, verificationSteps } from './wording.ts';
import { signerCard } from './signer.ts';
import type { LoadedMarks } from '#server/pdf/drawing/marks.ts';
import type { CertificateOfCompletion } from '#server/pdf/seal/seal-request.ts';
import { circle, polyline } from '#server/pdf/drawing/shapes.ts';
import { measureText } from '#server/pdf/drawing/text/wrap.ts';

/** Places the title with the emblem, and the envelope's name. */
export function placeTitle(flow: CertificateFlow, certificate: CertificateOfCompletion): void {
  const text = flow.width - 60;
  flow.place(
    beside([
      {
        x: 0,
        block: stacked(
          [
            textBlock('Certificate of completion', LOOK.title, text),
            textBlock(
              printable(certificate.envelope.name),
              { ...LOOK.value, size: 10.5, color: COLOR.body },
              text,
            ),
          ],
          2,
        ),
      },
      { x: flow.width - 40, block: emblem(40) },
    ]),
  );
  flow.space(12);
  flow.place(rule(flow.width, COLOR.accent));
  flow.space(14);
}

/** Places what was signed, at whose request, under which law and when. */
export function placeFacts(flow: CertificateFlow, certificate: CertificateOfCompletion): void {
  const { envelope, document, sender, consumerDisclosure } = certificate;
  placeGrid(flow, 2, [
    ['Organization', certificate.organization],
    ['Sender', [sender.name, sender.email].filter((part) => part !== null).join(' · ') || '–'],
    ['Envelope ID', envelope.id],
    document.files.length > 1
      ? ['Files', `${document.files.length} · ${counted(document.pageCount, 'page')}`]
      : ['File', `${envelope.originalFilename} · ${counted(document.pageCount, 'page')}`],
    ['Created', utcTime(certificate.createdAt)],
    ['Sent', utcTime(certificate.sentAt)],
    ['Completed', utcTime(certificate.completedAt)],
    ['Legal framework', certificate.legalFramework],
  ]);
  placeGrid(flow, 1, [
    ['Fingerprint of the document shown to signers (SHA-256)', document.presentedSha256],
    ...(document.sealedSha256 === undefined
      ? []
      : [['Fingerprint of the sealed document (SHA-256)', document.sealedSha256] as const]),
    ...originals(document),
    [
      'Consumer disclosure',
      consumerDisclosure
        ? `Accepted: version ${consumerDisclosure.version}, ${consumerDisclosure.locale}, SHA-256 ${consumerDisclosure.sha256}`
        : 'Not required',
    ],
  ]);
}

/** The fingerprint of each uploaded file, with its pages if there are several. */
function originals({ files, originalSha256 }: CertificateOfCompletion['document']): [string, string][] {
  if (files.length < 2) return [['Fingerprint of the uploaded file (SHA-256)', originalSha256]];
  return files.map(({ name, sha256, firstPage, pageCount }, index) => {
    const last = firstPage + pageCount - 1;
    const pages = pageCount === 1 ? `page ${firstPage}` : `pages ${firstPage}–${last}`;
    return [`Fingerprint of file ${index + 1}, ${pages} (SHA-256)`, `${name} · ${sha256}`];
  });
}

/** Places one card per signer. */
export function placeSigners(
  flow: CertificateFlow,
  certificate: CertificateOfCompletion,
  marks: LoadedMarks,
): void {
  const hasApprover = certificate.signers.some(({ role }) => role === 'approver');
  const heading = `${hasApprover ? 'Signers and approvers' : 'Signers'} (${certificate.signers.length})`;
  certificate.signers.forEach((signer, index) => {
    const card = signerCard(signer, index + 1, flow.width, marks);
    if (index === 0) placeHeading(flow, heading, card.height);
    flow.place(card);
    flow.space(8);
  });
}

const COPY_TIMES = { sent: 'sent with the envelope', completed: 'sent once sealed' } as const;

/** Places who received the documents without acting. */
export function placeCopies(flow: CertificateFlow, { copies }: CertificateOfCompletion): void {
  if (copies.length === 0) return;
  placeHeading(flow, `Copies (${copies.length})`, 30);
  for (const { name, email, when } of copies) {
    flow.place(textBlock(printable(`${name} · ${email} · ${COPY_TIMES[when]}`), LOOK.small, flow.width));
    flow.space(3);
  }
}

/** Places a line per event, under a heading that each page repeats. */
export function placeHistory(flow: CertificateFlow, certificate: CertificateOfCompletion): void {
  const columns = { number: 0, time: 28, action: 150, actor: flow.width * 0.62 };
  const row = (cells: readonly [string, string, string, string], look: TextLook): Block =>
    stacked(
      [
        beside([
          { x: columns.number, block: textBlock(cells[0], look, 26) },
          { x: columns.time, block: textBlock(cells[1], look, columns.action - columns.time - 8) },
          { x: columns.action, block: textBlock(cells[2], look, columns.actor - columns.action - 10) },
          { x: columns.actor, block: textBlock(cells[3], look, flow.width - columns.actor) },
        ]),
        rule(flow.width),
      ],
      3,
    );
  const head = row(['No.', 'Time (UTC)', 'Event', 'By'], { ...LOOK.label, style: 'bold' });
  placeHeading(flow, 'History', 60);
  flow.place(head, 20);
  flow.space(3);
  for (const event of certificate.events) {
    const time = utcTime(event.occurredAt).replace(' UTC', '');
    const line = row([String(event.seq), time, printable(event.action), printable(event.actor)], LOOK.small);
    if (!flow.hasRoom(line.height)) {
      flow.breakPage();
      flow.place(head);
      flow.space(3);
    }
    flow.place(line);
    flow.space(3);
  }
}

/** Places the last hash of the event chain, and how anyone can verify the document. */
export function placeVerification(flow: CertificateFlow, certificate: CertificateOfCompletion): void {
  const inner = flow.width - 24;
  const { headHash, eventCount, logKey } = certificate.chain;
  const content = stacked(
    [
      labeled(
        `Last hash of the event chain (SHA-256), after ${counted(eventCount, 'event')}`,
        headHash,
        inner,
      ),
      labeled('Transparency log of this chain: name and key', logKey, inner),
      ...verificationSteps(certificate.verifyUrl, certificate.document.sealedSha256 !== undefined).map(
        (step, index) =>
          beside([
            { x: 0, block: textBlock(`${index + 1}.`, LOOK.muted, 12) },
            { x: 13, block: textBlock(step, LOOK.small, inner - 13) },
          ]),
      ),
    ],
    5,
  );
  const box = panel(content, { width: flow.width, padding: 12, fill: COLOR.panel, outline: COLOR.rule });
  placeHeading(flow, 'How to verify this document', box.height);
  flow.place(box);
}

/** Makes the line at the bottom of each page. */
export function footer(
  certificate: CertificateOfCompletion,
  width: number,
  page: number,
  pages: number,
): Block {
  const number = `Page ${page} of ${pages}`;
  const numberWidth = measureText(number, LOOK.label.style, LOOK.label.size).width;
  return stacked(
    [
      rule(width),
      beside([
        {
          x: 0,
          block: textBlock(`Certificate of completion · ${certificate.envelope.id}`, LOOK.label, width - 90),
        },
        { x: width - numberWidth, block: textBlock(number, LOOK.label, numberWidth + 1) },
      ]),
    ],
    6,
  );
}

function placeHeading(flow: CertificateFlow, text: string, keepWith: number): void {
  flow.space(14);
  flow.place(textBlock(text, LOOK.heading, flow.width), Math.min(keepWith, 300) + 6);
  flow.space(6);
}

function placeGrid(
  flow: CertificateFlow,
  columns: number,
  entries: readonly (readonly [string, string])[],
): void {
  const gap = 20;
  const width = (flow.width - gap * (columns - 1)) / columns;
  for (let start = 0; start < entries.length; start += columns) {
    const cells = entries.slice(start, start + columns).map(([label, value], index) => ({
      x: index * (width + gap),
      block: labeled(label, value, width),
    }));
    flow.place(beside(cells));
    flow.space(7);
  }
}

function labeled(label: string, value: string, width: number): Block {
  return stacked([textBlock(label, LOOK.label, width), textBlock(printable(value), LOOK.value, width)], 0.5);
}

function emblem(size: number): Block {
  return {
    height: size,
    draw(drawing, x, y) {
      const center = size / 2;
      const tick = polyline(
        [x + size * 0.31, y + size * 0.52],
        [x + size * 0.45, y + size * 0.66],
        [x + size * 0.7, y + size * 0.36],
      );
      drawing.fill(circle(x + center, y + center, center), COLOR.accent);
      drawing.stroke(circle(x + center, y + center, center - 3), { color: '#ffffff', width: 1 });
      drawing.stroke(tick, { color: '#ffffff', width: 3 });
    },
  };
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
