import { PDF } from '@libpdf/core';

type Layout = { readonly header?: string; readonly width?: number; readonly linesPerPage?: number };

/** Typesets paragraphs on A4 pages, with a header and page numbers. Words that don't fit begin the next line. */
export async function typeset(paragraphs: readonly string[], layout: Layout = {}): Promise<Uint8Array> {
  const { header, width = 80, linesPerPage = 40 } = layout;
  const lines = paragraphs.flatMap((paragraph) => [...wrap(paragraph, width), '']);
  const pages: string[][] = [];
  for (let at = 0; at < lines.length; at += linesPerPage) pages.push(lines.slice(at, at + linesPerPage));
  const pdf = PDF.create();
  pages.forEach((own, index) => {
    const page = pdf.addPage({ size: 'a4' });
    if (header !== undefined) page.drawText(header, { x: 72, y: 800, size: 9 });
    own.forEach((line, row) => {
      if (line !== '') page.drawText(line, { x: 72, y: 730 - row * 16, size: 10 });
    });
    page.drawText(`Page ${index + 1} of ${pages.length}`, { x: 260, y: 30, size: 9 });
  });
  return await pdf.save();
}

function wrap(paragraph: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of paragraph.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}
