import { afterEach, describe, expect, it } from 'vitest';
import { locales, overwriteGetLocale } from '#i18n/compiled/runtime.js';
import { splitSearchWords } from '#ui/kit/found.ts';
import { findSettings, listSettingsGroups } from '#ui/account/settings/settings-pages.ts';

const hrefs = (text: string, role: 'owner' | 'viewer' = 'owner') =>
  findSettings(role, splitSearchWords(text)).map(({ href }) => href);

describe('settings', () => {
  afterEach(() => overwriteGetLocale(() => 'en'));

  it('are found by title first, then by other words, and only those that a role can open', () => {
    expect(hrefs('webhook')).toEqual(['/settings/webhooks']);
    expect(hrefs('2FA')).toEqual(['/settings/profile#two-step']);
    expect(hrefs('token')).toEqual(['/settings/api-keys']);
    expect(hrefs('invite')[0]).toBe('/settings/members#invite');
    expect(hrefs('token', 'viewer')).toEqual([]);
    expect(hrefs('name', 'viewer')).not.toContain('/settings/organization#organization-name');
    expect(hrefs('fax')).toEqual([]);
    expect(hrefs('')).toEqual([]);
  });

  it.each(locales)('are found by their titles in %s', (locale) => {
    overwriteGetLocale(() => locale);
    const all = findSettings('owner', ['']);
    expect(new Set(all.map(({ href }) => href)).size).toBe(all.length);
    for (const { name, href } of all) expect(hrefs(name)).toContain(href);
    expect(hrefs('SSO')).toContain('/settings/identity-providers');
  });

  it('leave no empty group', () => {
    expect(listSettingsGroups('viewer').map(({ pages }) => pages.map(({ href }) => href))).toEqual([
      ['/settings/profile', '/settings/notifications'],
      ['/settings/organization'],
      ['/settings/agents'],
    ]);
  });
});
