import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { hasNoViolations } from '../support/axe.ts';
import { openEditor, placed, saved } from '../support/editor.ts';

describe('conflicting changes', () => {
  const dialog = page.getByRole('dialog', { name: 'Conflicting changes' });
  const name = page.getByLabelText('Envelope name', { exact: true });
  const choose = (group: string, side: RegExp) =>
    dialog.getByRole('group', { name: group }).getByRole('radio', { name: side }).click();

  it('are asked about one by one, and the chosen version is kept', async () => {
    const { kept, change } = await openEditor({ fields: [{ label: 'Place' }] });
    change((graph) => ({
      ...graph,
      envelope: { ...graph.envelope, displayName: 'Lease of the mill' },
      fields: graph.fields.map((field) => ({ ...field, label: 'Place of birth' })),
    }));
    await placed(/^Text/).click();
    await page.getByLabelText('Label', { exact: true }).fill('Birthplace');
    await name.fill('Lease of the windmill');
    await choose('Birthplace for Ada: Label', /^Theirs/);
    await expect.element(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled();
    await hasNoViolations();
    await choose('Envelope name', /^Mine/);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await saved();
    expect(kept().envelope.displayName).toBe('Lease of the windmill');
    expect(kept().fields.map(({ label }) => label)).toEqual(['Place of birth']);
    await expect.element(placed(/“Place of birth” for Ada/)).toBeVisible();
  });
});
