import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readBounce } from '#server/mail/bounce.ts';

const MESSAGE_ID = '<ptp_01.link-1@example.com>';
const notification = (name: string) =>
  readFileSync(new URL(`bounces/${name}.eml`, import.meta.url), 'utf8').replace('<MESSAGE_ID>', MESSAGE_ID);
const read = (text: string) => readBounce(Buffer.from(text));

describe('a notification of failure', () => {
  it.each([
    [
      'postfix',
      '550 5.1.1 <alice@example.org>: Recipient address rejected: User unknown in virtual mailbox table',
    ],
    ['headers-only', '550 5.7.1 Delivery not authorized, message refused'],
  ])('%s: says which mail came back, and why', async (name, reason) => {
    const text = notification(name);
    expect(await read(text)).toEqual({ messageId: MESSAGE_ID, reason });
    expect(await read(text.replaceAll('\n', '\r\n'))).toEqual({ messageId: MESSAGE_ID, reason });
  });

  it('gives its status where nothing was said, and shows no control characters', async () => {
    const text = notification('headers-only');
    const silent = text.replace(/Diagnostic-Code:.*\n/, '');
    expect(await read(silent)).toEqual({ messageId: MESSAGE_ID, reason: '5.7.1' });
    const hostile = text.replace('message refused', `\u202eevil\u0007 ${'x'.repeat(5000)}`);
    const { reason = '' } = (await read(hostile)) ?? {};
    expect(reason).not.toMatch(/[\u202e\u0007]/);
    expect(reason.length).toBeLessThanOrEqual(500);
  });
});

describe('no bounce', () => {
  it.each([
    ['a notification that the mail is late', notification('delayed')],
    ['one that names no mail', notification('postfix').replace(/^Message-ID:.*$/m, 'X-Other: 1')],
    ['one without a report', notification('postfix').replace('message/delivery-status', 'text/plain')],
    ['one without the mail', notification('postfix').replace('message/rfc822', 'text/plain')],
    ['an answer by a person', 'From: alice@example.org\nSubject: Re: Please sign\n\nI am on holiday.\n'],
    ['nothing', ''],
    ['what is no mail', '\u0000\u0001--\n\n--'],
  ])('is %s', async (_name, text) => {
    expect(await read(text)).toBeNull();
  });
});
