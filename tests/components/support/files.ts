import { expect, onTestFinished } from 'vitest';
import type { Locator } from 'vitest/browser';
import { makePages } from './pdf.ts';

/** Makes a PDF that a person chooses. */
export function makePdf(name: string, pages = 1): File {
  return new File([Uint8Array.from(makePages(pages))], name, { type: 'application/pdf' });
}

/** Makes a picture of this size. */
export async function makePicture(
  name: string,
  [width, height]: readonly [number, number],
  draw: (context: OffscreenCanvasRenderingContext2D) => void = () => undefined,
): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('there is nothing to draw with');
  draw(context);
  const type = name.endsWith('.png') ? 'image/png' : 'image/jpeg';
  return new File([await canvas.convertToBlob({ type, quality: 0.9 })], name, { type });
}

/** Chooses a file in the input that opens when something is pressed. Returns that input. */
export async function chooseFrom(press: () => Promise<void>, file: File): Promise<HTMLInputElement> {
  const opened = Promise.withResolvers<HTMLInputElement>();
  const intercept = (event: Event) => {
    if (!(event.target instanceof HTMLInputElement) || event.target.type !== 'file') return;
    // The browser's own window would stay open.
    event.preventDefault();
    opened.resolve(event.target);
  };
  addEventListener('click', intercept, { capture: true });
  const stop = () => removeEventListener('click', intercept, { capture: true });
  onTestFinished(stop);
  await press();
  const input = await opened.promise;
  stop();
  choose(input, [file]);
  return input;
}

/** Gives an input files, as the browser's own window does. */
export async function give(to: Locator, ...files: readonly File[]): Promise<void> {
  await expect.element(to).toBeInTheDocument();
  choose(to.element(), files);
}

/** Vitest's own way to upload sends files to the browser with a prefix, as other bytes. */
function choose(input: Element, files: readonly File[]): void {
  if (!(input instanceof HTMLInputElement)) throw new Error('the element takes no files');
  input.files = transfer(files).files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

function transfer(files: readonly File[]): DataTransfer {
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  return data;
}
