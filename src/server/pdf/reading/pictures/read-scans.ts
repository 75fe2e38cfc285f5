import { readFile } from 'node:fs/promises';
import type { PageFacts } from '#reading/page/page-facts.ts';
import type { PictureReader } from '#reading/scans/glyphs.ts';
import { listPicturePages, readScannedPages } from '../read-page-facts.ts';
import { openRecognizer } from './recognizer.ts';

export interface ScanRequest {
  readonly preparedPath: string;
  /** The numbers of the pages to read. */
  readonly pages: readonly number[];
  /** The models with which to read them. */
  readonly models: readonly string[];
}

let opened: { readonly models: string; readonly reader: Promise<PictureReader> } | null = null;

/**
 * Reads the words in the pictures of scanned pages. Pages that can't be read are left out.
 * @throws if a model is missing
 */
export async function readScans({ preparedPath, pages, models }: ScanRequest): Promise<readonly PageFacts[]> {
  const bytes = await readFile(preparedPath);
  const key = models.join('+');
  const read: PageFacts[] = [];
  // Loading Tesseract takes longer than reading a page that isn't a picture.
  const pictures = await listPicturePages(bytes, pages);
  const others = pages.filter((page) => !pictures.includes(page));
  if (others.length > 0) read.push(...(await readScannedPages(bytes, others, null)));
  for (const page of pictures) {
    if (opened?.models !== key) opened = { models: key, reader: openRecognizer(models) };
    const reader = await opened.reader;
    try {
      read.push(...(await readScannedPages(bytes, [page], reader)));
    } catch {
      // Tesseract can't be used again after it ran out of memory.
      opened = null;
    }
  }
  return read;
}
