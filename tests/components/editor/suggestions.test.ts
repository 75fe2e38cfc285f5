import { beforeEach, describe, expect, it } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { hasNoViolations } from '../support/axe.ts';
import { addRecipient, openEditor, placed, saved } from '../support/editor.ts';
import { focus } from '../support/focus.ts';

/** The signature blocks of two parties, as they are found in a lease. */
const PARTIES = ['Landlord', 'Tenant'];
const FOUND = PARTIES.flatMap((_, partyIndex) =>
  (['signature', 'name', 'date'] as const).map((type, line) => ({
    ...{ type, partyIndex, participantId: null, source: 'detected' as const },
    ...{ x: 0.15 + partyIndex * 0.4, y: 0.3 + line * 0.06, width: 0.25 },
    ...(type === 'date' ? { label: 'Date', proposedAutoSource: 'signed_date' as const } : {}),
  })),
);
const LEASE = {
  people: [],
  fields: FOUND,
  envelope: {
    detectedParties: PARTIES.map((roleLabel, index) => ({
      ...{ index, roleLabel, name: null, email: null, fieldCount: 3 },
    })),
  },
};

describe('suggestions', () => {
  const proposals = page.getBySelector('[data-proposal]');
  const first = placed(/^Signature for Landlord/i);
  const tenant = placed(/^Signature for Tenant.*suggested$/i);

  it('are shown separately, accepted or dismissed one or all, and matched to recipients', async () => {
    const { reopen } = await openEditor(LEASE);
    await expect.element(proposals).toHaveLength(6);
    await expect.element(placed(/suggested$/)).toHaveLength(6);
    // The editor leads to the first suggestion.
    await expect.element(first).toHaveFocus();
    await page.getByRole('button', { name: 'Next suggestion' }).click();
    await expect.element(tenant).toHaveFocus();
    focus(first);
    await userEvent.keyboard('{Enter}');
    await expect.element(proposals).toHaveLength(5);
    await expect.element(tenant).toHaveFocus();
    await userEvent.keyboard('{Delete}');
    await expect.element(placed()).toHaveLength(5);
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(placed()).toHaveLength(6);

    await addRecipient('Ada Lovelace', 'ada@example.com');
    await page.getByLabelText('Who is Tenant?').selectOptions('Ada Lovelace');
    await expect.element(placed(/for Ada Lovelace.*suggested$/)).toHaveLength(3);
    const which = page.getByLabelText('Suggestions');
    await which.selectOptions('Ada Lovelace (3)');
    await page.getByRole('button', { name: 'Accept 3' }).click();
    await expect.element(proposals).toHaveLength(2);
    await placed(/^Date “Date” for Ada Lovelace/).click();
    await expect.element(page.getByLabelText('Value comes from')).toHaveValue('signed_date');
    await which.selectOptions('All suggestions (2)');
    await page.getByRole('button', { name: 'Dismiss 2' }).click();
    await expect.element(placed()).toHaveLength(4);
    await saved();
    await reopen();
    await expect.element(placed()).toHaveLength(4);
    await expect.element(proposals).toHaveLength(0);
  });

  describe.each([
    ['light', 1280, 860],
    ['dark', 1280, 860],
    ['light', 320, 640],
  ] as const)('pass axe: %s, %i by %i', (scheme, width, height) => {
    beforeEach(async () => {
      await page.viewport(width, height);
      await commands.useColorScheme(scheme);
    });

    it('one, all of them, and the shortcuts', async () => {
      await openEditor(LEASE);
      focus(placed(/suggested/).first());
      await hasNoViolations();
      await userEvent.keyboard('{Control>}a{/Control}');
      if (width < 1024) await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await expect.element(page.getByRole('heading', { name: /^6 fields/ })).toBeVisible();
      await hasNoViolations();
      await userEvent.keyboard('?');
      await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      await hasNoViolations();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      await userEvent.keyboard('{Escape}');
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    });
  });
});
