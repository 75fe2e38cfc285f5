import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { offerUndo } from '#ui/envelopes/offer-undo.ts';
import Toasts from '#ui/kit/Toasts.svelte';
import { dismissToasts, showToast } from '#ui/kit/toasts.svelte.ts';
import { hasNoViolations } from '../support/axe.ts';

const toast = (text: string) => page.getByRole('listitem').filter({ hasText: text });
const undo = (text: string) => toast(text).getByRole('button', { name: 'Undo' });

describe('toasts', () => {
  beforeEach(async () => {
    dismissToasts();
    await render(Toasts);
  });

  /** What else is on the page, and can have the focus. */
  function showPage(): HTMLElement {
    const content = document.createElement('main');
    content.id = 'content';
    content.tabIndex = -1;
    content.innerHTML = '<h1>Envelopes</h1><button>Filters</button>';
    document.body.prepend(content);
    onTestFinished(() => content.remove());
    return content;
  }

  it('leave by themselves, but not under the pointer or with the focus', async () => {
    const content = showPage();
    vi.useFakeTimers();
    showToast('“Sent” deleted', { undo: () => undefined });
    const shown = toast('“Sent” deleted');
    await expect.element(shown).toBeVisible();
    await userEvent.hover(shown);
    vi.advanceTimersByTime(20_000);
    await expect.element(shown).toBeVisible();
    await userEvent.keyboard('{F6}');
    await expect.element(undo('“Sent” deleted')).toHaveFocus();
    await userEvent.hover(content);
    vi.advanceTimersByTime(20_000);
    await expect.element(shown).toBeVisible();
    content.focus();
    await vi.advanceTimersByTimeAsync(5000);
    await expect.element(shown).toBeVisible();
    await vi.advanceTimersByTimeAsync(2000);
    await expect.element(shown).not.toBeInTheDocument();
  });

  it('undo by keyboard, and give the focus back', async () => {
    await commands.useColorScheme('dark');
    showPage();
    const undone = vi.fn(() => Promise.resolve());
    offerUndo('“Sent” deleted', undone);
    await expect.element(toast('“Sent” deleted')).toBeVisible();
    await hasNoViolations();
    const filters = page.getByRole('button', { name: 'Filters' });
    filters.element().focus();
    await userEvent.keyboard('{F6}{Enter}');
    await expect.element(toast('Undone')).toBeVisible();
    expect(undone).toHaveBeenCalledOnce();
    await expect.element(filters).toHaveFocus();
    await userEvent.keyboard('{F6}{Escape}');
    await expect.element(toast('Undone')).not.toBeInTheDocument();
    await expect.element(filters).toHaveFocus();
  });

  it('say why something could not be undone', async () => {
    offerUndo('“Sent” deleted', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect.element(undo('“Sent” deleted')).toBeVisible();
    await hasNoViolations();
    await undo('“Sent” deleted').click();
    await expect.element(toast('We can’t reach the server')).toBeVisible();
  });
});
