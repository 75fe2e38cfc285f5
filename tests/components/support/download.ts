import { expect, onTestFinished, vi } from 'vitest';

/** Collects the files that the page saves, instead of saving them. */
export function collectDownloads(): { readonly saved: () => Promise<{ name: string; text: string }> } {
  const blobs: Blob[] = [];
  const names: string[] = [];
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) blobs.push(blob);
    return 'blob:saved';
  });
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  onTestFinished(() => [made, clicked].forEach((spy) => spy.mockRestore()));
  return {
    saved: async () => {
      await expect.poll(() => names.length).toBe(1);
      return { name: names[0] ?? '', text: (await blobs[0]?.text()) ?? '' };
    },
  };
}
