import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { MailMessage } from '#server/mail/message.ts';
import { openMail, type MailTransport } from '#server/mail/transport.ts';
import { headerValues, readMail } from './mime.ts';
import { startSmtpReceiver, type SmtpFaults, type SmtpReceiver } from './smtp-receiver.ts';

const message: MailMessage = {
  organizationId: 'org_1',
  to: { name: 'Zoé Lévêque', email: 'zoe@example.org' },
  from: { name: 'Ada Lovelace via Countersign', email: 'no-reply@sign.example.com' },
  replyTo: { name: 'Ada Lovelace', email: 'ada@example.com' },
  subject: 'Ada Lovelace asks you to sign “Lease – 山田 太郎”',
  html: '<!doctype html><p>Hello <b>Zoé</b> — 你好</p>',
  text: 'Hello Zoé — 你好\n.\nFrom the line above on.\n',
  messageId: '<evt_1@sign.example.com>',
  headers: {},
};

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const noOutbox = { store: () => Promise.reject(new Error('this instance has an SMTP server')) };

function smtp(url: string): MailTransport {
  const mail = openMail({ kind: 'smtp', url }, noOutbox);
  cleanups.push(() => mail.close());
  return mail;
}

async function receiving(faults?: SmtpFaults): Promise<{ mail: MailTransport; receiver: SmtpReceiver }> {
  const receiver = await startSmtpReceiver(faults);
  cleanups.push(() => receiver.close());
  return { receiver, mail: smtp(receiver.url) };
}

async function delivered(sent: MailMessage) {
  const { mail, receiver } = await receiving();
  expect(await mail.send(sent)).toEqual({ accepted: true });
  const [only, ...others] = receiver.delivered;
  expect(others).toEqual([]);
  if (!only) throw new Error('nothing was delivered');
  return { ...only, ...readMail(only.raw) };
}

describe('a delivered email', () => {
  it('says what was sent, in both forms', async () => {
    const { from, to, headers, parts, raw } = await delivered({
      ...message,
      headers: { 'X-Envelope': 'env_1' },
    });
    expect({ from, to }).toEqual({ from: 'no-reply@sign.example.com', to: ['zoe@example.org'] });
    expect(headerValues(headers, 'To')).toEqual(['Zoé Lévêque <zoe@example.org>']);
    expect(headerValues(headers, 'From')).toEqual([
      'Ada Lovelace via Countersign <no-reply@sign.example.com>',
    ]);
    expect(headerValues(headers, 'Reply-To')).toEqual(['Ada Lovelace <ada@example.com>']);
    expect(headerValues(headers, 'Subject')).toEqual([message.subject]);
    expect(headerValues(headers, 'Message-ID')).toEqual(['<evt_1@sign.example.com>']);
    expect(headerValues(headers, 'Auto-Submitted')).toEqual(['auto-generated']);
    expect(headerValues(headers, 'X-Envelope')).toEqual(['env_1']);
    expect(raw).not.toContain('org_1');
    expect([...parts.keys()]).toEqual(['text/plain', 'text/html']);
    expect(parts.get('text/html')).toBe(message.html);
    expect(parts.get('text/plain')?.replaceAll('\r\n', '\n')).toBe(message.text);
  });

  it('has its files after the text', async () => {
    const content = new TextEncoder().encode('%PDF-1.7 the sealed document');
    const files = [{ filename: 'Lease – signed.pdf', contentType: 'application/pdf', content }];
    const { parts, raw } = await delivered({ ...message, files });
    expect([...parts.keys()]).toEqual(['text/plain', 'text/html', 'application/pdf']);
    expect(parts.get('application/pdf')).toBe('%PDF-1.7 the sealed document');
    expect(raw).toContain('Content-Disposition: attachment');
  });

  it('has no reply address when there is none to give', async () => {
    const { headers } = await delivered({ ...message, replyTo: null });
    expect(headerValues(headers, 'Reply-To')).toEqual([]);
  });

  it('goes over ASCII headers alone, whatever the names', async () => {
    const { raw } = await delivered({ ...message, to: { name: 'محمد 👩🏽‍💻', email: 'm@example.org' } });
    const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
    expect(head).toMatch(/^[\t\r\n\u0020-\u007e]+$/);
    expect(headerValues(readMail(raw).headers, 'To')).toEqual(['محمد 👩🏽‍💻 <m@example.org>']);
  });

  it('reuses connections', async () => {
    const { mail, receiver } = await receiving();
    for (let index = 0; index < 5; index += 1) {
      expect(await mail.send({ ...message, messageId: `<evt_${index}@sign.example.com>` })).toEqual({
        accepted: true,
      });
    }
    expect(receiver.delivered).toHaveLength(5);
    expect(receiver.connections).toBe(1);
  });
});

describe('injection', () => {
  const injections = [
    '\r\nBcc: eve@example.net',
    '\nBcc: eve@example.net\n\nanother body',
    '\rBcc: eve@example.net',
    '\u2028Bcc: eve@example.net',
    '\u0000\r\n.\r\nMAIL FROM:<eve@example.net>',
    '" <eve@example.net>, "',
    ', eve@example.net',
    '=?utf-8?Q?=0D=0ABcc:_eve@example.net?=',
  ];

  it.each(injections)('through a name or the subject adds no header and no recipient: %j', async (text) => {
    const { headers, to, from, parts } = await delivered({
      ...message,
      to: { ...message.to, name: `Zoé${text}` },
      from: { ...message.from, name: `Ada${text}` },
      replyTo: { email: 'ada@example.com', name: `Ada${text}` },
      subject: `Sign${text}`,
      headers: { 'X-Envelope': `env_1${text}` },
    });
    expect({ to, from }).toEqual({ to: ['zoe@example.org'], from: 'no-reply@sign.example.com' });
    const names = headers.map(([name]) => name.toLowerCase());
    expect(names.filter((name) => ['bcc', 'cc', 'mail from'].includes(name))).toEqual([]);
    for (const name of ['to', 'from', 'reply-to', 'subject']) {
      expect(names.filter((other) => other === name)).toHaveLength(1);
    }
    expect(headerValues(headers, 'To')[0]).toMatch(/<zoe@example\.org>$/);
    expect(parts.get('text/html')).toBe(message.html);
  });

  it.each(injections)('through an address is refused before anything is sent: %j', async (text) => {
    const { mail, receiver } = await receiving();
    for (const changed of ['to', 'from', 'replyTo'] as const) {
      const box = { name: 'Zoé', email: `zoe@example.org${text}` };
      expect(await mail.send({ ...message, [changed]: box })).toMatchObject({
        accepted: false,
        permanent: true,
      });
    }
    expect(receiver.connections).toBe(0);
  });

  it('through the name of a header or a Message-ID is a fault of the program', async () => {
    const { mail } = await receiving();
    await expect(mail.send({ ...message, headers: { 'X\r\nBcc': 'eve' } })).rejects.toThrow(TypeError);
    await expect(mail.send({ ...message, messageId: '<a@b>\r\nBcc: eve' })).rejects.toThrow(TypeError);
  });

  it('of a reading direction does not get into names and subject', async () => {
    const { headers } = await delivered({
      ...message,
      to: { email: 'zoe@example.org', name: 'Zoé \u202egnp.exe' },
      subject: 'Sign \u2067this\u200f',
    });
    expect(headerValues(headers, 'To')).toEqual(['Zoé gnp.exe <zoe@example.org>']);
    expect(headerValues(headers, 'Subject')).toEqual(['Sign this']);
  });

  it('of endless text is cut', async () => {
    const { headers } = await delivered({
      ...message,
      to: { email: 'zoe@example.org', name: 'é'.repeat(100_000) },
      subject: 'x'.repeat(100_000),
    });
    expect(headerValues(headers, 'To')).toEqual([`${'é'.repeat(119)}… <zoe@example.org>`]);
    expect(headerValues(headers, 'Subject')).toEqual([`${'x'.repeat(199)}…`]);
  });
});

describe('an email that is not accepted', () => {
  it.each([
    ['the recipient does not exist', { recipient: 550 }, true],
    ['the mailbox is full', { recipient: 552 }, true],
    ['the content is refused', { data: 554 }, true],
    ['the sender is refused', { mail: 550 }, true],
    ['the recipient is greylisted', { recipient: 451 }, false],
    ['the content is deferred', { data: 452 }, false],
    ['the server shuts down', { mail: 421 }, false],
    ['a login is wanted', { mail: 530 }, false],
    ['the login is refused', { login: 535 }, false],
    ['the server wants nothing from us', { connect: 554 }, false],
  ] as const)('%s', async (_name, faults: SmtpFaults, permanent) => {
    const { mail, receiver } = await receiving(faults);
    const verdict = await mail.send(message);
    expect(verdict).toMatchObject({ accepted: false, permanent });
    expect(verdict).toHaveProperty('response', expect.stringContaining(String(Object.values(faults)[0])));
    expect(verdict).toHaveProperty('response', expect.not.stringContaining('\u202e'));
    expect(receiver.delivered).toEqual([]);
  });

  it('without a server', async () => {
    const receiver = await startSmtpReceiver();
    await receiver.close();
    expect(await smtp(receiver.url).send(message)).toMatchObject({
      accepted: false,
      permanent: false,
      response: expect.stringContaining('ECONNREFUSED') as string,
    });
  });

  it('the connection breaks off', async () => {
    const server = createServer((socket) => socket.destroy());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanups.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    const verdict = await smtp(`smtp://127.0.0.1:${port}`).send(message);
    expect(verdict).toMatchObject({ accepted: false, permanent: false });
  });

  it('goes through when it is sent again and the server has come to', async () => {
    const { mail, receiver } = await receiving({ recipient: 451 });
    expect(await mail.send(message)).toMatchObject({ accepted: false, permanent: false });
    const well = await receiving();
    expect(await well.mail.send(message)).toEqual({ accepted: true });
    expect(receiver.delivered).toEqual([]);
    expect(well.receiver.delivered).toHaveLength(1);
  });
});

describe('without an SMTP server', () => {
  it('keeps the email in the outbox, cleaned like a sent one', async () => {
    const kept: MailMessage[] = [];
    const mail = openMail({ kind: 'outbox' }, { store: async (one) => void kept.push(one) });
    expect(await mail.send({ ...message, subject: 'Sign\r\nBcc: \u202eeve' })).toEqual({ accepted: true });
    expect(kept).toEqual([{ ...message, subject: 'Sign Bcc: eve' }]);
    const wrong = { ...message, to: { name: '', email: 'nobody' } };
    expect(await mail.send({ ...wrong, to: { name: '', email: 'no body@example.org' } })).toEqual({
      accepted: false,
      permanent: true,
      serverAway: null,
      response: 'invalid email address: no body@example.org',
    });
    expect(kept).toHaveLength(1);
    mail.close();
  });

  it('does not hide that the outbox failed', async () => {
    const mail = openMail(
      { kind: 'outbox' },
      { store: () => Promise.reject(new Error('the database is away')) },
    );
    await expect(mail.send(message)).rejects.toThrow('the database is away');
  });
});
