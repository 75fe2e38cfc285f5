import { describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { openDocument } from '../support/signer.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const paragraphs = Array.from(
  { length: 12 },
  (_, at) => `${at + 1}. ${'You can have it on paper. '.repeat(8)}`,
);
const disclosure = { title: 'Consent to electronic records', paragraphs, locale: 'en', version: '2026-01' };

describe('a button that can’t go on yet', () => {
  it.each([
    ['phone', 390, 664],
    ['desktop', 1280, 800],
  ])(
    'says on a %s that the disclosure’s box comes first, which stands below the text',
    async (_, width, height) => {
      await resize(width, height);
      const view = { disclosure } as never;
      await openDocument({ fields: [{ type: 'signature', y: 0.3 }], view });
      const dialog = page.getByRole('dialog', { name: disclosure.title });
      const box = dialog.getByRole('checkbox');
      // The text scrolls; the box and the buttons don't.
      await expect.element(dialog.getByText(paragraphs[0] ?? '')).toBeInViewport();
      await expect.element(dialog.getByText(paragraphs.at(-1) ?? '')).not.toBeInViewport();
      await expect.element(box).toBeInViewport({ ratio: 1 });
      await expect.element(button('Agree and continue')).toBeInViewport({ ratio: 1 });
      await button('Agree and continue').click();
      await expect
        .element(dialog.getByRole('alert'))
        .toHaveTextContent('Check this box to continue, or read the document first.');
      await expect.element(box).toHaveFocus();
      await expect.element(box).toHaveAccessibleDescription(/^Check this box/);
      await button('Read document first').click();
      // The document says what comes before the fields.
      await expect.element(button('Review disclosure')).toBeEnabled();
      await button('Review disclosure').click();
      await box.click();
      await button('Agree and continue').click();
      await expect.element(dialog).not.toBeInTheDocument();
      await expect.element(button('Start')).toBeEnabled();
    },
  );
});

it('the disclosure is written in the direction of its own language', async () => {
  await openDocument({ fields: [{ type: 'signature', y: 0.3 }], view: { disclosure } as never });
  document.documentElement.dir = 'rtl';
  onTestFinished(() => void (document.documentElement.dir = 'ltr'));
  const paragraph = page.getByRole('dialog').getByText(paragraphs[0] ?? '');
  await expect.element(paragraph).toHaveStyle({ direction: 'ltr' });
});

async function resize(width: number, height: number): Promise<void> {
  const { innerWidth, innerHeight } = window;
  onTestFinished(() => page.viewport(innerWidth, innerHeight));
  await page.viewport(width, height);
}
