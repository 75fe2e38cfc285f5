import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import AuditEntry from '#ui/account/audit/AuditEntry.svelte';

const ENTRY = {
  id: 'aud_1',
  actorName: 'Ada Byron',
  subjectName: 'Ada Byron',
  occurredAt: '2026-11-28T20:14:00.000Z',
  ipAddress: '192.0.2.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
} as const;

const readFacts = () => [...document.querySelectorAll('dt')].map(({ textContent }) => textContent?.trim());

it('a sign-in on a new device says so once, beside the device', async () => {
  const details = { method: 'password', device: 'new' };
  await render(AuditEntry, { entry: { ...ENTRY, action: 'sign_in.succeeded', details } });
  const summary = document.querySelector('summary');
  if (summary !== null) await userEvent.click(summary);
  expect(readFacts()).toEqual(['Time', 'Method', 'IP address', 'New device', 'Action', 'Entry']);
});

it.each([
  ['1', 'Wrong password'],
  ['3', 'Wrong password · Attempts within an hour: 3'],
])('%s failed attempts are told as "%s"', async (attempts, text) => {
  const details = { problem: 'wrong_password', attempts };
  await render(AuditEntry, { entry: { ...ENTRY, action: 'sign_in.failed', details } });
  expect(document.querySelector('summary .line-clamp-1')?.textContent).toBe(text);
});
