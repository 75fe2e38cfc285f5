import { describe, expect, it } from 'vitest';
import { isMailAddress } from '#domain/mail-address.ts';
import { formatMessageId, buildSenderMailbox, parseMailbox } from '#server/mail/message.ts';

const service = { name: 'Countersign', email: 'no-reply@sign.example.com' };

describe('isMailAddress', () => {
  it.each([
    ...[
      'a@example.org',
      "o'hara+tag@sub.example.co.uk",
      'no-reply@localhost',
      'x@[127.0.0.1]'.replace(/\[.*/, 'host'),
    ],
    ...[
      '用户@例子.广告',
      'zoé@exämple.org',
      `${'a'.repeat(64)}@example.org`,
      'a=b/c!#$%&*?^_`{|}~@example.org',
    ],
  ])('takes %s', (text) => {
    expect(isMailAddress(text)).toBe(true);
  });

  it.each([
    ...[
      '',
      '@',
      'a',
      'a@',
      '@b',
      'a b@example.org',
      'a@exa mple.org',
      'a@b@example.org',
      'a..b@example.org',
      '.a@example.org',
    ],
    ...[
      'a.@example.org',
      '"a b"@example.org',
      'a@example.org,b@example.org',
      'a@example.org;b',
      '<a@example.org>',
      'a(b)@example.org',
    ],
    ...[
      '\u0130lker@example.org',
      '\u212aim@example.org',
      'a@ex\uff41mple.org',
      'a@acme.te\u017ft',
      'a@-example.org',
      'a@example-.org',
      'a@example..org',
      'a@.org',
      'a@[127.0.0.1]',
      'a@example.org.',
      'a\\@example.org',
    ],
    ...[
      'a@example.org\n',
      'a\r\n@example.org',
      'a\u0000@example.org',
      'a\u202e@example.org',
      'a@exam\u200bple.org',
      'Ada <a@example.org>',
    ],
    ...[
      `${'a'.repeat(65)}@example.org`,
      `a@${'b'.repeat(64)}.org`,
      `a@${'b.'.repeat(130)}org`,
      `${'é'.repeat(33)}@example.org`,
    ],
  ])('refuses %j', (text) => {
    expect(isMailAddress(text)).toBe(false);
  });
});

describe('parseMailbox', () => {
  it.each([
    ['Countersign <no-reply@sign.example.com>', service],
    ['"Counter, sign" <no-reply@sign.example.com>', { ...service, name: 'Counter, sign' }],
    [String.raw`"The \"best\"" <a@example.org>`, { name: 'The "best"', email: 'a@example.org' }],
    ['<a@example.org>', { name: '', email: 'a@example.org' }],
    [' a@example.org ', { name: '', email: 'a@example.org' }],
  ])('reads %s', (text, mailbox) => {
    expect(parseMailbox(text)).toEqual(mailbox);
  });

  it.each([
    '',
    'Countersign',
    'Countersign <>',
    'Countersign <a>',
    'a@example.org, b@example.org',
    '<a@b.org> <c@d.org>',
  ])('refuses %j', (text) => {
    expect(parseMailbox(text)).toBeNull();
  });
});

describe('messageId', () => {
  it('is made of the identifier and the domain of the sender', () => {
    expect(formatMessageId('evt_1.part_2', service)).toBe('<evt_1.part_2@sign.example.com>');
    expect(formatMessageId('evt_1', { name: '', email: 'a@exämple.org' })).toBe('<evt_1@xn--exmple-cua.org>');
  });

  it.each(['', 'evt 1', 'evt_1>', 'evt_1\r\nBcc: eve'])('is not made of %j', (identifier) => {
    expect(() => formatMessageId(identifier, service)).toThrow(TypeError);
  });
});

describe('onBehalfOf', () => {
  it.each([
    ['Ada Lovelace', 'Ada Lovelace via Countersign'],
    ['Ada\r\n\u202eLovelace', 'Ada Lovelace via Countersign'],
    ['', 'Countersign'],
    ['x'.repeat(100), `${'x'.repeat(59)}… via Countersign`],
  ])('names %j and the service', (name, expected) => {
    expect(buildSenderMailbox(name, service)).toEqual({ name: expected, email: service.email });
  });

  it('does without the name of a service that has none', () => {
    expect(buildSenderMailbox('Ada', { ...service, name: '' }).name).toBe('Ada');
  });
});
