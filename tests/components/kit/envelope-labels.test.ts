import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { Label } from '#domain/label.ts';
import EnvelopeLabels from '#ui/envelopes/filing/EnvelopeLabels.svelte';
import { answerDashboard, answerRequests } from '../support/answers.ts';
import { hasNoViolations } from '../support/axe.ts';

const SALES: Label = { id: 'lab_1', name: 'Sales', color: 'teal' };

it('the labels of an envelope are taken off one by one', async () => {
  const taken: unknown[] = [];
  onTestFinished(
    answerRequests(
      answerDashboard({
        'label.list': () => ({ items: [SALES] }),
        'label.putOn': (change) => {
          taken.push(change);
          return undefined as never;
        },
      }),
    ),
  );
  let show: (labels: (typeof SALES)[]) => unknown = () => undefined;
  const changed = () => void show(taken.length > 0 ? [] : [SALES]);
  const props = { id: 'env_1', labels: [SALES], maySend: true, changed };
  const { rerender } = await render(EnvelopeLabels, props);
  show = (labels) => rerender({ labels });
  await expect.element(page.getByText('Sales')).toBeVisible();
  await page.getByRole('button', { name: 'Labels' }).click();
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Sales' }).click();
  await hasNoViolations();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Sales')).not.toBeInTheDocument();
  expect(taken).toEqual([{ id: 'lab_1', remove: ['env_1'] }]);
});
