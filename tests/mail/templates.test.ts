import { LANGUAGES } from '#domain/language.ts';
import { m } from '#i18n/compiled/messages.js';
import { decode, encode } from 'html-entities';
import { describe, expect, it } from 'vitest';
import { MAIL_TEMPLATES } from '#server/mail/templates.ts';
import type { RenderedMail } from '#server/mail/layout.ts';

const link = 'https://sign.example.com/sign#token=eyJ2IjoxfQ.c2lnbmF0dXJl';
const branding = {
  displayName: 'Analytical Engines',
  logoUrl: null,
  accentColor: '#0f766e',
  logoWidth: null,
  logoHeight: null,
  isTest: false,
};
const envelope = {
  branding,
  language: 'en' as const,
  timeZone: null,
  recipientName: 'Zoé Lévêque',
  senderName: 'Ada Lovelace',
  senderEmail: 'ada@example.com',
  organizationName: 'Analytical Engines Ltd',
  documentName: 'Lease agreement',
  files: [{ name: 'lease.pdf', pageCount: 7 }],
};

type MailTemplateName = keyof typeof MAIL_TEMPLATES;
type MailFacts<Name extends MailTemplateName> = Parameters<(typeof MAIL_TEMPLATES)[Name]>[0];

const request: MailFacts<'signature-request'> = {
  ...envelope,
  link,
  role: 'signer',
  expiresAt: '2026-11-30T14:00:00.000Z',
  message: { subject: null, body: 'Please sign by Friday.\n\nThank you!' },
  note: 'The parking space is included.',
  versionNumber: 2,
};
const completed: MailFacts<'completed'> = {
  ...envelope,
  recipientRole: 'signer',
  hasApprovers: false,
  link,
  linkExpiresAt: '2027-02-28T09:05:00.000Z',
  documentSha256: 'ab'.repeat(32),
  attached: 'no',
  people: [
    { name: 'Zoé Lévêque', role: 'signer', signedAt: '2026-11-29T23:30:00.000Z' },
    { name: 'Charles Babbage', role: 'approver', signedAt: '2026-11-30T09:05:00.000Z' },
  ],
};
const waiting: MailFacts<'reminder'>['waiting'] = [
  { name: 'Ada Lovelace', turn: 'own' },
  { name: 'Mary Somerville', turn: 'same' },
  { name: 'Ben Okafor', turn: 'later' },
];
const declined: MailFacts<'declined'> = {
  ...envelope,
  recipientRole: 'sender',
  hasApprovers: false,
  who: 'Charles Babbage',
  whoRole: 'signer',
  reason: 'The rent is wrong.',
  envelopePage: null,
};
const voided: MailFacts<'voided'> = {
  ...envelope,
  recipientRole: 'signer',
  hasApprovers: false,
  reason: 'Sent too early.',
};
const expiring: MailFacts<'expiring'> = {
  ...envelope,
  recipientRole: 'signer',
  hasApprovers: false,
  expiresAt: '2027-02-28T09:05:00.000Z',
  link,
};

const webhook: MailFacts<'webhook-disabled'> = {
  branding,
  language: 'en',
  recipientName: 'Olga Owner',
  organizationName: 'Analytical Engines Ltd',
  url: 'https://example.com/hook',
  why: 'gone',
  link: 'https://sign.example.com/settings/webhooks/wh_1',
};

/** Emails about an envelope. The others are for an organization's administrators, or about accounts. */
type EnvelopeMail = Exclude<
  MailTemplateName,
  | 'return-link'
  | 'webhook-disabled'
  | 'form-closed'
  | 'export-stopped'
  | 'account-link'
  | 'account-secured'
  | 'invitation'
  | 'form-code'
  | 'digest'
  | 'test'
>;

const thread = {
  text: 'Can we say 30 days?',
  quote: { page: 2, text: 'within 14 days' },
  proposal: 'within 30 days',
};

/** Each template with typical facts, and changes that only its own facts allow. */
const renderings: Record<EnvelopeMail, (change?: Partial<MailFacts<EnvelopeMail>>) => RenderedMail> = {
  'signature-request': (change) => MAIL_TEMPLATES['signature-request']({ ...request, ...change }),
  'your-turn': (change) => MAIL_TEMPLATES['your-turn']({ ...request, ...change }),
  completed: (change) => MAIL_TEMPLATES.completed({ ...completed, ...change }),
  declined: (change) => MAIL_TEMPLATES.declined({ ...declined, ...change }),
  voided: (change) => MAIL_TEMPLATES.voided({ ...voided, ...change }),
  recalled: (change) => MAIL_TEMPLATES.recalled({ ...voided, ...change }),
  replaced: (change) => MAIL_TEMPLATES.replaced({ ...voided, ...change, hasActed: true, isAskedAgain: true }),
  'new-link': (change) => MAIL_TEMPLATES['new-link']({ ...request, ...change }),
  reminder: (change) =>
    MAIL_TEMPLATES.reminder({ ...request, ...change, people: completed.people, waiting, isLater: false }),
  'signing-code': (change) => MAIL_TEMPLATES['signing-code']({ ...request, ...change, code: '048215' }),
  expiring: (change) => MAIL_TEMPLATES.expiring({ ...expiring, ...change, expiresAt: expiring.expiresAt }),
  delegated: (change) =>
    MAIL_TEMPLATES.delegated({ ...request, ...change, who: 'Charles Babbage', reason: 'I am away.' }),
  delegation: (change) =>
    MAIL_TEMPLATES.delegation({
      ...expiring,
      ...change,
      ...{ recipientRole: 'sender', who: 'Charles Babbage', other: 'Mary (mary@example.com)', reason: null },
    }),
  question: (change) =>
    MAIL_TEMPLATES.question({
      ...{ ...expiring, ...change, ...thread },
      ...{ recipientRole: 'sender', who: 'Charles Babbage', kind: 'change' },
    }),
  answer: (change) =>
    MAIL_TEMPLATES.answer({ ...expiring, ...change, ...thread, who: 'Ada Lovelace', kind: 'question' }),
  copy: (change) =>
    MAIL_TEMPLATES.copy({ ...expiring, ...change, recipientRole: 'copy', message: request.message }),
  'schedule-failed': (change) =>
    MAIL_TEMPLATES['schedule-failed']({
      ...expiring,
      ...change,
      ...{ who: 'Charles Babbage', why: 'removed', seesIt: true, page: link },
    }),
  expired: (change) => MAIL_TEMPLATES.expired({ ...voided, envelopePage: null, ...change }),
};
const each = Object.entries(renderings);

/** Returns what a person reads in the HTML version, and where its buttons lead. */
function readable(html: string): string {
  // The tile repeats the first letter of the organization's name.
  const tile = /<td class="tile"[^>]*>[^<]*<\/td>/g;
  const body = html
    .slice(html.indexOf('<body'))
    .replaceAll(tile, '')
    .replaceAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g, '$2: $1')
    .replaceAll(/<br>|<\/(?:p|tr|h1|div|blockquote|th)>/g, ' ');
  return decode(body.replaceAll(/<[^>]*>/g, ''))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Removes the invisible spaces that keep email programs from creating links. */
function withLinks(form: string): string {
  return form.replaceAll(/(?<=[.:@/])\u200b/g, '');
}

function words(text: string): Set<string> {
  return new Set(text.split(/[\s:>]+/).filter((word) => /[\p{L}\p{N}]/u.test(word)));
}

const FORBIDDEN =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u;

describe.each(each)('the email %s', (name, render) => {
  const mail = render();
  // The first request's title says who is asking, and the code's email is about the code.
  const start =
    name === 'signature-request'
      ? 'Ada Lovelace has asked you to sign'
      : name === 'signing-code'
        ? 'the page where you opened “Lease agreement” from Ada Lovelace'
        : 'Hi Zoé Lévêque,';
  const greets = start.startsWith('Hi');

  it('says who sent it, about which document, and why', () => {
    for (const form of [mail.text, readable(mail.html)].map(withLinks)) {
      expect(form).toContain(start);
      expect(form).toContain('Ada Lovelace (ada@example.com)');
      expect(form).toContain(name === 'signing-code' ? 'Analytical Engines' : 'Analytical Engines Ltd');
      expect(form).toContain('You received this email because');
    }
    expect(mail.subject).toContain('Lease agreement');
  });

  it('has the same content as text and as HTML', () => {
    const [inText, inHtml] = [words(mail.text), words(readable(mail.html))];
    expect([...inText].filter((word) => !inHtml.has(word))).toEqual([]);
    const preheader = /<div style="display:none[^>]*>([^<]*)<\/div>/.exec(mail.html)?.[1] ?? '';
    const beyond = [...inHtml].filter((word) => !inText.has(word) && !words(decode(preheader)).has(word));
    // The HTML version contains the address twice, as a button and as a plain link, and says so.
    expect(beyond.filter((word) => !['Or', 'open', 'this', 'link'].includes(word))).toEqual([]);
  });

  it('has a language, a title, and layout tables hidden from screen readers', () => {
    expect(mail.html).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/);
    expect(mail.html.match(/<h1/g)).toHaveLength(1);
    expect(mail.html).toContain(`<title>${encode(mail.subject)}</title>`);
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
    expect(mail.html).toContain('prefers-color-scheme: dark');
    const tables = mail.html.match(/<table[^>]*>/g) ?? [];
    // Tables without the role are lists whose rows have headers.
    const lists = tables.filter((table) => !table.includes('role="presentation"'));
    expect(lists.length > 0).toBe(name !== 'signing-code');
    for (const [, ...parts] of lists.map((list) => mail.html.split(list)))
      for (const part of parts) expect(part).toMatch(/^<tr[^>]*>\s*<th scope="row"/);
  });

  it('loads nothing and runs nothing', () => {
    expect(mail.html).not.toMatch(/<(?:script|link|iframe|object|form|img|svg)\b/i);
    expect(mail.html).not.toMatch(/\bon\w+=|url\(|@import/i);
  });

  const hostile =
    '<img src=x onerror=alert(1)>"\'&amp;</title></style>\u202egnp.exe\u2066\r\nBcc: eve@example.net\u0000\u200b';
  it.each([
    ...[
      'recipientName',
      'senderName',
      'senderEmail',
      'organizationName',
      'documentName',
      'message',
      'note',
      'who',
      'reason',
    ],
    'documentSha256',
  ])('escapes markup and drops controls in %s', (fact) => {
    const changed = render({
      [fact]: fact === 'message' ? { subject: hostile, body: hostile } : hostile,
    });
    const branded = render({ branding: { ...branding, displayName: hostile } });
    for (const { html, text, subject } of [changed, branded]) {
      expect(html).not.toContain('<img');
      expect(html.match(/<\/title>/g)).toHaveLength(1);
      expect(html.match(/<\/style>/g)).toHaveLength(1);
      expect(structure(html)).toEqual(structure(mail.html));
      for (const form of [html, text, subject]) expect(withLinks(form)).not.toMatch(FORBIDDEN);
      expect(subject).not.toContain('\n');
      expect(text).not.toMatch(/^Bcc:/m);
    }
  });

  it('keeps names of any script apart from the text around them', () => {
    const { html, text } = render({ recipientName: 'محمد', senderName: 'שרה', documentName: '契約書 👩🏽‍💻' });
    for (const person of greets ? ['محمد', 'שרה'] : ['שרה']) {
      expect(html).toContain(`<bdi>${person}</bdi>`);
      expect(text).toContain(person);
    }
    expect(text).toContain('契約書 👩🏽‍💻');
  });

  it('truncates long text', () => {
    const long = 'x'.repeat(1_000_000);
    const facts = { recipientName: long, senderName: long, documentName: long, organizationName: long };
    const { html, text, subject } = render({
      ...facts,
      message: { subject: long, body: long },
      note: long,
      reason: long,
      who: long,
    });
    expect(subject.length).toBeLessThan(400);
    expect(html.length + text.length).toBeLessThan(40_000);
  });

  it.skipIf(!greets)('greets somebody without a name', () => {
    expect(render({ recipientName: ' ' }).text).toContain('\n\nHi,\n\n');
  });
});

/** The elements of a document without their content. A user's value must never change them. */
function structure(html: string): string[] {
  return (html.match(/<\/?[a-z][^\s>]*/gi) ?? []).filter((tag) => tag !== '<br');
}

describe('links', () => {
  const linked = ['signature-request', 'your-turn', 'completed'] as const;

  it.each(linked)(
    'of %s are a button, and in the text the plain address, with the fragment whole',
    (name) => {
      const { html, text } = renderings[name]();
      expect(
        html.match(/<a href="https:\/\/sign\.example\.com\/sign#token=eyJ2IjoxfQ\.c2lnbmF0dXJl"/g),
      ).toHaveLength(1);
      expect(text).toContain(`:\n${link}\n`);
    },
  );

  it.each(['declined', 'voided'] as const)('are not in %s: there is nothing to do', (name) => {
    expect(renderings[name]().html).not.toContain('<a ');
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'sign.example.com', ''])(
    'are never %j',
    (wrong) => {
      for (const name of linked) expect(() => renderings[name]({ link: wrong })).toThrow(TypeError);
    },
  );

  it('cannot break out of their attribute', () => {
    const { html } = renderings.completed({
      link: 'https://sign.example.com/"onclick="alert(1)?a=1&b=<2>#\'x',
    });
    expect(html).not.toMatch(/"onclick|<2>/);
    expect(html).toContain('a=1&amp;b=');
  });
});

describe('branding', () => {
  it('shows the logo with the name as its alternative, and else the name', () => {
    const logoUrl = 'https://cdn.example.com/logo.png?a=1&b=2';
    const { html } = renderings.completed({ branding: { ...branding, logoUrl } });
    expect(html).toContain(
      '<img src="https://cdn.example.com/logo.png?a=1&amp;b=2" alt="Analytical Engines"',
    );
    const wide = renderings.completed({ branding: { ...branding, logoUrl, logoWidth: 660, logoHeight: 60 } });
    expect(wide.html).toContain('width="220" height="20"');
    const symbol = renderings.completed({
      branding: { ...branding, logoUrl, logoWidth: 60, logoHeight: 60 },
    });
    expect(symbol.html).toMatch(/<img [^>]*alt="" [\s\S]*<bdi>Analytical Engines<\/bdi>/);
    for (const wrong of ['javascript:alert(1)', '/logo.png', 'data:image/png;base64,AA', 'https://']) {
      const bare = renderings.completed({ branding: { ...branding, logoUrl: wrong } }).html;
      expect(bare).not.toContain('<img');
      expect(readable(bare)).toContain('Analytical Engines');
    }
  });

  it('says of a test first that it isn’t binding, in every language', () => {
    const notices = LANGUAGES.map((language) => {
      const notice = m.common_test_notice({}, { locale: language });
      for (const isTest of [true, false]) {
        const { html, text } = MAIL_TEMPLATES['signature-request']({
          ...request,
          language,
          branding: { ...branding, isTest },
        });
        expect([readable(html).includes(notice), text.split('\n\n')[2] === notice]).toEqual([isTest, isTest]);
      }
      return notice;
    });
    expect(new Set(notices).size).toBe(LANGUAGES.length);
  });

  it('colors the button so that it can be read', () => {
    const button = (accentColor: string) =>
      /<td bgcolor="([^"]+)"[^>]*>\s*<a [^>]*?;color:([^;]+)/
        .exec(renderings.completed({ branding: { ...branding, accentColor } }).html)
        ?.slice(1);
    expect(button('#0f766e')).toEqual(['#0f766e', '#ffffff']);
    expect(button('#ffe600')?.[0]).toMatch(/^#[0-9a-f]{4}00$/);
    expect(button('red;}</style>')).toEqual(['#3f45c8', '#ffffff']);
  });
});

describe('details of single emails', () => {
  it('a request has the deadline, and quotes the message line by line', () => {
    for (const name of ['signature-request', 'your-turn'] as const) {
      const { text, html } = renderings[name]();
      expect(text).toContain('Please sign by November 30, 2026 at 2:00 PM UTC.');
      const berlin = renderings[name]({ timeZone: 'Europe/Berlin' });
      for (const form of [berlin.text, berlin.html])
        expect(form).toContain('Please sign by November 30, 2026 at 3:00 PM (Central European Time).');
      expect(text).toContain('\n\nLease agreement: 7 pages\n\n');
      expect(text).toContain('Message from Ada Lovelace\n> Please sign by Friday.\n>\n> Thank you!\n');
      expect(html).toContain('Please sign by Friday.<br><br>Thank you!');
      expect(text).toContain('Private note from Ada Lovelace\n> The parking space is included.\n');
      const bare = renderings[name]({ expiresAt: null, message: null, note: null });
      expect(bare.text).not.toMatch(/sign by [A-Z]\w+ \d|Message from|Private note/);
    }
  });

  it('a request lists several files by their names', () => {
    const files = [
      { name: 'NDA.pdf', pageCount: 1 },
      { name: 'www.evil.example', pageCount: null },
    ];
    const { text, html } = renderings['signature-request']({ files });
    expect(text.replaceAll('\u200B', '')).toContain('\n\nNDA.pdf: 1 page\nwww.evil.example\n\n');
    expect(html).not.toContain('www.evil');
  });

  it("a request, a later turn and a reminder have the sender's subject", () => {
    const message = { subject: 'Your flat in Turin', body: null };
    expect(renderings['signature-request']({ message }).subject).toBe('Your flat in Turin');
    expect(renderings['your-turn']({ message }).subject).toBe('Your flat in Turin');
    expect(renderings.reminder({ message }).subject).toBe('Re: Your flat in Turin');
  });

  it('an approver is asked to approve, every time', () => {
    for (const name of ['signature-request', 'your-turn', 'reminder'] as const) {
      const { subject, text } = renderings[name]({ role: 'approver' });
      const answers = name === 'reminder' ? 'Re: ' : '';
      expect(subject).toBe(`${answers}Ada Lovelace has asked you to approve “Lease agreement”`);
      expect(text).toContain('Review and approve:');
      expect(text).toContain('asked you to approve this document.');
      expect(text).not.toMatch(/to sign|unless you sign/);
    }
  });

  it('nothing in a message becomes a link', () => {
    const body =
      'Pay at https://evil.example/x, www.evil.example or pay@evil.example. By 10:30, it costs 3.50. mailto:a evil\uFF0Eexample evil\u3002example';
    const { html, text } = renderings['signature-request']({ message: { subject: null, body }, note: body });
    for (const shown of [readable(html), text]) {
      expect(shown).not.toMatch(/https:\/\/evil|www\.evil|evil[.\uFF0E\u3002]example|@evil|mailto:a/);
      expect(shown.replaceAll('\u200B', '')).toContain('pay@evil.example. By 10:30, it costs 3.50.');
      expect(shown).toContain('By 10:30, it costs 3.50.');
    }
    expect(html.match(/<a /g)).toHaveLength(1);
  });

  it('nothing that a sender calls themselves or a document becomes a link', () => {
    const spoof = 'Invoice www.evil.example https://evil.example/x';
    const { html, text, subject } = renderings['signature-request']({
      senderName: spoof,
      organizationName: spoof,
      documentName: spoof,
      branding: { ...branding, displayName: spoof },
    });
    for (const shown of [readable(html), text, subject])
      expect(shown).not.toMatch(/https:\/\/evil|www\.evil|evil\.example/);
    expect(html.match(/<a /g)).toHaveLength(1);
    const named = renderings['signature-request']({ documentName: 'Lease v2.pdf' });
    expect(named.subject).toContain('Lease v2.pdf');
  });

  it("a sender's subject becomes no link", () => {
    const message = { subject: 'Pay at evil.example', body: null };
    const { subject } = renderings['signature-request']({ message });
    expect(subject).not.toContain('evil.example');
    expect(subject.replaceAll('\u200B', '')).toBe('Pay at evil.example');
  });

  it('a request and a later turn differ', () => {
    expect(renderings['signature-request']().subject).toBe(
      'Ada Lovelace has asked you to sign “Lease agreement”',
    );
    expect(renderings['your-turn']().subject).toBe('It’s your turn to sign “Lease agreement”');
    expect(renderings['your-turn']().text).toContain('Everyone before you has signed Lease agreement');
  });

  it('a completion has the link’s expiry and the document’s hash', () => {
    const { text } = renderings.completed();
    expect(text).toContain('Zoé Lévêque: Signed Nov 29, 2026\nCharles Babbage: Approved Nov 30, 2026\n');
    expect(text).toContain('Available until: February 28, 2027 at 9:05 AM UTC');
    const berlin = renderings.completed({ timeZone: 'Europe/Berlin' }).text;
    expect(berlin).toContain('Zoé Lévêque: Signed Nov 30, 2026\n');
    expect(berlin).toContain('Available until: February 28, 2027 at 10:05 AM (Central European Time)');
    expect(text).toContain(`SHA-256: ${'ab'.repeat(32)}`);
    expect(renderings.completed({ linkExpiresAt: null, documentSha256: null }).text).not.toMatch(
      /until:|SHA/,
    );
  });

  it('a declined one says who and why', () => {
    const { text, subject } = renderings.declined();
    expect(subject).toBe('Declined: “Lease agreement”');
    expect(text).toContain('Charles Babbage declined to sign Lease agreement');
    expect(text).toContain('Reason\n> The rent is wrong.');
    expect(renderings.declined({ reason: null }).text).not.toContain('Reason');
    expect(renderings.declined({ reason: ' \n ' }).text).not.toContain('Reason');
  });

  it('a withdrawn one says why', () => {
    expect(renderings.voided().text).toContain('Reason\n> Sent too early.');
  });

  it('has separate texts for sender and signer', () => {
    expect(renderings.completed({ recipientRole: 'sender' }).text).toContain(
      'because you sent this document',
    );
    expect(renderings.completed({ recipientRole: 'signer' }).text).toContain(
      'asked you to sign this document',
    );
    expect(renderings.completed({ recipientRole: 'approver' }).text).toContain(
      'asked you to approve this document',
    );
    expect(renderings.expiring({ recipientRole: 'approver' }).text).toContain('Review and approve:');
  });
});

describe('a disabled webhook', () => {
  const render = MAIL_TEMPLATES['webhook-disabled'];

  it('is named with the reason and its page, in both forms', () => {
    for (const [why, said] of [
      ['gone', 'status 410'],
      ['failing', 'for five days'],
      ['creator_lost_access', 'may no longer administer Analytical Engines Ltd'],
    ] as const) {
      const mail = render({ ...webhook, why });
      expect(withLinks(mail.subject)).toBe('Webhook disabled: https://example.com/hook');
      for (const form of [mail.text, readable(mail.html)].map(withLinks)) {
        for (const text of ['Hi Olga Owner,', said, webhook.url, webhook.link, 'Analytical Engines Ltd'])
          expect(form).toContain(text);
      }
    }
  });

  it('escapes what came from people', () => {
    const url = 'https://example.com/<script>\u202e';
    const { html, text, subject } = render({ ...webhook, url, organizationName: '<b>x</b>' });
    expect(html).not.toMatch(/<script|<b>/);
    for (const form of [html, text, subject]) expect(withLinks(form)).not.toMatch(FORBIDDEN);
  });
});

describe('a closed form', () => {
  const render = MAIL_TEMPLATES['form-closed'];
  const closed: MailFacts<'form-closed'> = {
    ...{ branding, language: 'en', recipientName: 'Olga Owner', organizationName: 'Analytical Engines Ltd' },
    ...{ who: 'Charles Babbage', why: 'publisher_removed', form: 'Visitor agreement', page: link },
  };

  it('is named with the reason and its page, in both forms, but not in the subject', () => {
    for (const [why, said] of [
      ['publisher_removed', 'is no longer a member of Analytical Engines Ltd'],
      ['publisher_demoted', 'is no longer allowed to send for Analytical Engines Ltd'],
      ['publisher_left_team', 'no longer belongs to its team in Analytical Engines Ltd'],
    ] as const) {
      const mail = render({ ...closed, why });
      expect(mail.subject).toBe('A public form of Analytical Engines Ltd was closed');
      for (const form of [mail.text, readable(mail.html)].map(withLinks))
        for (const text of ['Charles Babbage', said, 'Visitor agreement', link]) expect(form).toContain(text);
    }
    expect(withLinks(render({ ...closed, form: null }).text)).toContain('A form of a private team');
  });
});

it('a stopped export is told with who started it and where to start another one, in both forms', () => {
  const { subject, text, html } = MAIL_TEMPLATES['export-stopped']({
    ...{ branding, language: 'en', recipientName: 'Olga Owner', organizationName: 'Analytical Engines Ltd' },
    ...{ who: 'Charles <b>Babbage</b>', page: link },
  });
  expect(subject).toBe('An export of Analytical Engines Ltd stopped');
  expect(html).not.toContain('<b>Babbage');
  for (const form of [text, readable(html)].map(withLinks))
    for (const said of ['Charles', 'is no longer an owner', 'start a new one in your own name', link])
      expect(form.replaceAll(/\s+/g, ' ')).toContain(said);
});

describe('emails about an envelope that someone approves', () => {
  const approved = { hasApprovers: true };
  const approver = { role: 'approver' as const };

  it('say in English who has approved, and until when', () => {
    expect(renderings.completed(approved).text).toContain('Everyone has signed or approved');
    expect(renderings.completed(approved).text).toContain('This document is complete');
    expect(renderings.expiring(approved).text).toContain('Not everyone has signed or approved');
    expect(renderings.expired(approved).text).toContain('can no longer be signed or approved');
    expect(renderings.voided(approved).text).toContain('can no longer be signed or approved');
    expect(renderings.declined({ whoRole: 'approver' }).text).toContain('declined to approve');
    expect(renderings['signature-request'](approver).text).toContain('Please approve by');
    expect(renderings['signature-request'](approver).text).toContain('can approve in your name');
    expect(renderings['signature-request']().text).toContain('Please sign by');
  });

  it.each(LANGUAGES)('say something else than those about signatures (%s)', (language) => {
    for (const name of ['completed', 'expiring', 'expired', 'voided'] as const)
      expect(renderings[name]({ ...approved, language }).text).not.toBe(renderings[name]({ language }).text);
    expect(renderings.declined({ whoRole: 'approver', language }).text).not.toBe(
      renderings.declined({ language }).text,
    );
    for (const name of ['signature-request', 'your-turn', 'new-link', 'reminder'] as const)
      expect(renderings[name]({ ...approver, language }).text).not.toBe(renderings[name]({ language }).text);
  });
});

it('a question or a requested change says in its title who asks', () => {
  const { html } = renderings.question();
  expect(html).toContain('<bdi>Charles Babbage</bdi> asks for a change</h1>');
});

it('the link for someone who has the document open asks for nothing', () => {
  const { subject, text } = MAIL_TEMPLATES['return-link'](request);
  expect(subject).toBe('Your link to come back to “Lease agreement”');
  expect(text).toContain('If you don’t finish now, use this link to go on.');
  expect(text).toContain('in a form of Analytical Engines Ltd');
  expect(text).not.toMatch(/asked you to sign|weren’t expecting/);
});

describe('a reminder', () => {
  const remind = (change: Partial<MailFacts<'reminder'>>) =>
    MAIL_TEMPLATES.reminder({ ...request, people: completed.people, waiting, isLater: false, ...change });

  it('has the subject of the request that it answers, which some mail programs need to see the thread', () => {
    expect(remind({}).subject).toBe(`Re: ${renderings['signature-request']().subject}`);
    expect(remind({ isLater: true }).subject).toBe(`Re: ${renderings['your-turn']().subject}`);
  });

  it('says that the signature, or the approval, is still missing', () => {
    expect(remind({}).text).toMatch(/signature is still needed[^]*you haven’t signed it yet/);
    const { text } = remind({ role: 'approver' });
    expect(text).toMatch(/approval is still needed[^]*you haven’t approved it yet/);
    expect(text).not.toMatch(/to sign|need an account/);
  });

  it('says who has signed or approved, and nothing before anyone has', () => {
    expect(remind({}).text).toMatch(
      /Zoé Lévêque: Signed Nov 29, 2026\nCharles Babbage: Approved Nov 30, 2026/,
    );
    expect(remind({ people: [] }).text).not.toMatch(/Signed Nov|Approved Nov/);
  });

  it('says who is still waited for, unless that is the recipient alone', () => {
    expect(remind({}).text).toMatch(
      /Approved Nov 30, 2026\nYou: Your turn\nMary Somerville: At the same time\nBen Okafor: After you/,
    );
    const [own] = waiting;
    if (own === undefined) throw new Error('nobody is waited for');
    expect(remind({ people: [], waiting: [own] }).text).not.toContain('Your turn');
    expect(remind({ language: 'de' }).text).toMatch(/Sie: Sie sind an der Reihe\n.*\nBen Okafor: Nach Ihnen/);
  });

  it('says when the next one comes, unless that is after the deadline or reminders are not automatic', () => {
    expect(remind({ nextReminderAt: '2026-11-28T09:00:00.000Z' }).text).toContain(
      'The next reminder comes on Nov 28, 2026.',
    );
    expect(remind({ nextReminderAt: null }).text).toContain('No more automatic reminders will follow.');
    for (const change of [{ nextReminderAt: '2026-12-01T09:00:00.000Z' }, {}])
      expect(remind(change).text).not.toMatch(/next reminder|automatic reminders/);
  });
});

it.each(LANGUAGES)('the subject of a code contains it, and names the document (%s)', (language) => {
  const { subject } = renderings['signing-code']({ language });
  expect(subject).toContain('048215');
  expect(subject).toContain('Lease agreement');
});

describe('the digest', () => {
  const now = new Date('2027-03-08T08:00:00Z');
  const waiting = (name: string, more: object = {}) => ({
    name,
    sentAt: new Date('2027-03-01T07:00:00Z'),
    expiresAt: null,
    attention: [] as string[],
    people: [{ name: 'Charles <b>Babbage</b>', deliveryFailed: false }],
    ...more,
  });
  const digest: MailFacts<'digest'> = {
    branding,
    language: 'en',
    timeZone: 'Pacific/Auckland',
    organizationName: 'Analytical Engines Ltd',
    waiting: {
      total: 13,
      own: 1,
      shown: [
        waiting('Own', { attention: ['your_turn'], sentAt: new Date('2027-03-06T07:00:00Z') }),
        waiting('Lease', { expiresAt: new Date('2027-03-09T20:00:00Z') }),
        waiting('Offer', { people: [{ name: 'Zoé', deliveryFailed: true }] }),
      ],
    },
    completed: 6,
    now,
    link: 'https://sign.example.com/envelopes',
    offLink: 'https://sign.example.com/digest?token=a.b',
  };

  it('says the same in both forms, with days of the reader', () => {
    const { subject, text, html } = MAIL_TEMPLATES.digest(digest);
    expect(subject).toBe('13 envelopes are waiting, 1 for you');
    expect(text).toContain('Own: 2 days (Your turn)');
    expect(text).toContain('Lease: 7 days (Waiting for Charles <b>Babbage</b> · Expires March 10)');
    expect(text).toContain('Offer: 7 days (The email to Zoé bounced)');
    expect(text).toContain('10 more envelopes are waiting.');
    expect(html).not.toContain('<b>');
    for (const part of [
      'Expires March 10',
      'The email to',
      '6 envelopes were completed',
      'Turn off the weekly digest',
    ])
      expect(readable(html)).toContain(part);
    expect(html).toContain('href="https://sign.example.com/digest?token=a.b"');
  });

  it.each(LANGUAGES)('is written in %s', (language) => {
    const { subject, text } = MAIL_TEMPLATES.digest({ ...digest, language });
    expect(subject).toMatch(/1/u);
    expect(text).not.toMatch(/mail_|undefined/u);
  });
});

it('on a phone, all rows of a list are laid out alike, and two lists have one line between them', () => {
  const { html } = renderings.reminder({ versionNumber: 1 });
  const rows = html.match(/<tr class="row line[^"]*"/g) ?? [];
  // Who has signed and when, and who hasn't; then the document and its pages.
  expect(rows.map((row) => row.includes('stacked'))).toEqual([true, true, true, true, true, false]);
  const [people, files] = html.match(/<table[^>]*class="line"[^>]*>/g) ?? [];
  expect(people).not.toContain('border-bottom');
  expect(files).toContain('border-bottom');
});

describe('a request for several files', () => {
  const readPreheader = ({ html }: RenderedMail) =>
    decode(/<div style="display:none[^>]*>([^<]*)<\/div>/.exec(html)?.[1] ?? '').trim();
  const files = [
    { name: 'Lease.pdf', pageCount: 5 },
    { name: 'House rules.pdf', pageCount: 2 },
  ];

  it('names the envelope, and its preheader says how many pages and until when', () => {
    for (const name of ['signature-request', 'reminder'] as const) {
      const mail = MAIL_TEMPLATES[name]({ ...request, files, people: [], waiting, isLater: false });
      expect(mail.text).toContain('Lease agreement');
      expect(mail.html.match(/<h1[^>]*>(.*?)<\/h1>/)?.[1]).toBe(
        name === 'reminder' ? 'Your signature is still needed' : '<bdi>Lease agreement</bdi>',
      );
      expect(mail.text).toContain('Ada Lovelace');
      expect(readPreheader(mail)).toMatch(/^7 pages · Please sign by Nov 30, 2026\./);
    }
    const { role, expiresAt } = { role: 'approver', expiresAt: null } as const;
    expect(
      readPreheader(MAIL_TEMPLATES['signature-request']({ ...request, files, role, expiresAt })),
    ).toMatch(/^7 pages · Read and sign it in your browser\./);
  });
});
