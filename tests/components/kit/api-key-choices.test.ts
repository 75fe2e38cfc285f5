import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { CHOSEN_SCOPES, KEY_PRESETS } from '#domain/organization/key-scope.ts';
import CreateApiKey from '#ui/account/keys/CreateApiKey.svelte';
import { hasNoViolations } from '../support/axe.ts';

const ticked = () =>
  [...document.querySelectorAll<HTMLInputElement>('input[name=scopes]:checked')].map(({ value }) => value);
const choice = (name: string) => page.getByRole('button', { name, exact: true });

it('a new key starts with what the quick start needs, and each choice ticks exactly its scopes', async () => {
  await render(CreateApiKey, { teams: [], failed: null });
  await userEvent.click(page.getByRole('button', { name: 'Create API key' }));
  await expect.element(choice('Send and read')).toHaveAttribute('aria-pressed', 'true');
  expect(ticked().toSorted()).toEqual([...KEY_PRESETS.send].toSorted());
  await hasNoViolations();

  await userEvent.click(choice('Read only'));
  expect(ticked().toSorted()).toEqual([...KEY_PRESETS.read].toSorted());
  await userEvent.click(choice('Everything you may do'));
  expect(ticked()).toEqual([...CHOSEN_SCOPES]);

  await userEvent.click(page.getByRole('checkbox', { name: 'Manage members and teams', exact: false }));
  await expect.element(choice('Everything you may do')).toHaveAttribute('aria-pressed', 'false');
  expect(ticked()).toEqual(CHOSEN_SCOPES.filter((scope) => scope !== 'members'));
});
