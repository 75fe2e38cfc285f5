import { decode } from 'html-entities';
import { describe, expect, it } from 'vitest';
import { MAIL_TEMPLATES } from '#server/mail/templates.ts';
import type { RenderedMail } from '#server/mail/layout.ts';

const language = 'en' as const;
const branding = {
  displayName: 'Countersign',
  logoUrl: null,
  accentColor: null,
  logoWidth: null,
  logoHeight: null,
  isTest: false,
};
const link = 'https://sign.example.com/x?token=a-b_c&d=1';
const expiresAt = '2026-11-30T14:00:00.000Z';

const MAILS: Record<string, (name: string) => RenderedMail> = {
  reset: (name) =>
    MAIL_TEMPLATES['account-link']({
      branding,
      newAddress: null,
      language,
      timeZone: null,
      recipientName: name,
      kind: 'reset',
      link,
      expiresAt,
    }),
  verify: (name) =>
    MAIL_TEMPLATES['account-link']({
      branding,
      newAddress: null,
      language,
      timeZone: null,
      recipientName: name,
      kind: 'verify',
      link,
      expiresAt,
    }),
  secured: (name) =>
    MAIL_TEMPLATES['account-secured']({
      branding,
      language,
      timeZone: null,
      recipientName: name,
      change: 'totp_disabled',
      at: expiresAt,
      device: name,
      ipAddress: null,
      link,
      apiKeys: [],
      keysPage: link,
    }),
  sign_up: (name) =>
    MAIL_TEMPLATES['account-link']({
      branding,
      newAddress: null,
      language,
      timeZone: null,
      recipientName: name,
      kind: 'sign_up',
      link,
      expiresAt,
    }),
  change_from: (name) =>
    MAIL_TEMPLATES['account-link']({
      branding,
      language,
      timeZone: null,
      recipientName: name,
      kind: 'change_from',
      link,
      newAddress: 'new@example.com',
      expiresAt,
    }),
  invitation: (name) =>
    MAIL_TEMPLATES.invitation({
      branding,
      language,
      timeZone: null,
      organizationName: name,
      invitedByName: name,
      role: 'viewer',
      link,
      expiresAt,
    }),
};

describe.each(Object.entries(MAILS))('the mail about an account: %s', (_name, render) => {
  it('says in both forms whom it is for, until when, and why it comes, with its link', () => {
    const { html, text } = render('Zoé');
    const read = decode(html.slice(html.indexOf('<body')).replaceAll(/<[^>]*>/g, '')).replaceAll(/\s+/g, ' ');
    for (const form of [text, read]) {
      expect(form).toContain('Zoé');
      expect(form).toContain('November 30, 2026 at 2:00 PM UTC');
      expect(form).toContain('You received this email because');
    }
    expect(text).toContain(`:\n${link}\n`);
    expect(html.match(/href="https:\/\/sign\.example\.com\/x\?token=a-b_c&amp;d=1"/g)).toHaveLength(1);
    expect(html).not.toMatch(/<(?:script|iframe|form|img|svg)\b/i);
  });

  it('escapes markup and line breaks in names', () => {
    const { html, text, subject } = render('<img src=x>\u202egnp\r\nBcc: eve@example.net');
    expect(html).not.toContain('<img');
    expect(html.match(/<h1/g)).toHaveLength(1);
    for (const form of [html, text, subject]) expect(form).not.toMatch(/\u202e|^Bcc:/m);
  });
});
