import type { PdfDocument } from '#ui/pdf/pdf-document.ts';

/** Sharp enough on paper. A page takes about 9 MB while it is drawn. */
const DOTS_PER_POINT = 150 / 72;

/**
 * Draws all pages for printing, opens the browser's print dialog, and discards the pages. Throws if a page
 * can't be drawn.
 */
export async function printDocument(pdf: PdfDocument): Promise<void> {
  const { width, height } = pdf.firstPageSize;
  const style = document.createElement('style');
  const size = [width, height].map((points) => String(points).concat('pt')).join(' ');
  style.textContent = `@page{size:${size};margin:0}`;
  const pages = document.createElement('div');
  pages.className = 'printed-pages';
  const discard = () => {
    style.remove();
    pages.remove();
    for (const { src } of pages.querySelectorAll('img')) URL.revokeObjectURL(src);
  };
  try {
    for (let number = 1; number <= pdf.pageCount; number += 1) pages.append(await renderPicture(pdf, number));
  } catch (error) {
    discard();
    throw error;
  }
  document.head.append(style);
  document.body.append(pages);
  window.addEventListener('afterprint', discard, { once: true });
  window.print();
}

async function renderPicture(pdf: PdfDocument, number: number): Promise<HTMLImageElement> {
  const page = await pdf.page(number);
  const viewport = page.getViewport({ scale: DOTS_PER_POINT });
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport, intent: 'print' }).promise;
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (blob === null) throw new Error(`page ${number} can't be drawn for paper`);
  const image = new Image();
  image.src = URL.createObjectURL(blob);
  await image.decode();
  return image;
}
