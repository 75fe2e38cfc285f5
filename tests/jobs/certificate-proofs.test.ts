import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STATEMENT_VERSION } from '#domain/envelope/intent.ts';
import { LANGUAGES, type Language, getTextDirection } from '#domain/language.ts';
import { m } from '#i18n/compiled/messages.js';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { readUser, verifyEmail } from '#server/db/accounts/users.ts';
import { getCookieName } from '#server/surface/cookies.ts';
import { useApi, type Tenant } from '../support/api.ts';
import { ACCESS_CODE, mailedCode, startCode, tryCode } from '../support/authentication.ts';
import { ALICE, sendDraft, SIGNATURE } from '../support/envelopes.ts';
import { startIdentityProvider, type IdentityProviderServer } from '../support/identity-provider.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { callDashboard, ORIGIN } from '../support/session.ts';
import { openedPage, registerOrigins, APP } from '../support/sessions.ts';
import { ALICES, setUpProvider, signInUrl } from '../support/sign-in.ts';
import { tokenOf, type WireGraph } from '../support/signer.ts';
import { eventsOf } from '../support/traces.ts';
import { pdftotext, wordBoxes } from '../pdf/support/pdf-tools.ts';
import { grayPages } from '../pdf/support/reference-picture.ts';

let gateway: Receiver;
let idp: IdentityProviderServer;
const env: Record<string, string> = {};
beforeAll(async () => {
  gateway = await startReceiver();
  idp = await startIdentityProvider(`${ORIGIN}/sign`);
  env['SMS_URL'] = `http://127.0.0.1:${gateway.port}`;
});
afterAll(() => Promise.all([gateway?.close(), idp?.close()]));
const api = useApi({ work: true, env });

type Sent = {
  readonly key: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly graph: WireGraph;
  readonly id: string;
  readonly alice: string;
  /** Returns her link's token. */
  readonly token: string;
};

const NOTE = { type: 'text', required: false };

/** Creates an envelope that only Alice signs, configured as given. */
async function sent(as: Way['alice']): Promise<Sent> {
  const tenant = await api.tenant();
  const { apiKey: key, organizationId, userId } = tenant;
  const alice = typeof as === 'function' ? await as(tenant) : as;
  await registerOrigins(api, key, [APP]);
  const { email } = { ...ALICE, ...alice };
  const graph = (await sendDraft(api, key, {
    participants: [{ ...ALICE, ...alice }],
    fields: [{ ...SIGNATURE, ...('role' in alice ? NOTE : {}), participantIndex: 0 }],
  })) as WireGraph;
  const [person] = graph.participants;
  const token = await tokenOf(api, graph, email);
  return { key, organizationId, userId, graph, id: graph.envelope.id, alice: person?.id ?? '', token };
}

/** Exchanges a link's token for a verified one, using a code. */
async function passed(token: string, code: string): Promise<string> {
  const { json } = await tryCode(api, token, code);
  return json.token;
}

/** Signs or approves the way the page does. Returns the sealed document's certificate. */
async function finished({ key, id, graph }: Sent, token: string, language: Language) {
  const isApprover = graph.participants[0]?.role === 'approver';
  const signature = isApprover ? {} : { signature: { kind: 'typed', text: ALICE.name } };
  const body = { values: [], ...signature, language };
  const signed = await api.call('POST', '/api/signer/sign', { key: token, body });
  expect(signed.json).toEqual({ status: 'completed' });
  const bytes = await api.until('the sealed document', async () => {
    const answer = await api.call('GET', `/api/v1/envelopes/${id}/document?variant=sealed`, { key });
    return answer.status === 200 && answer.bytes;
  });
  const event = (await eventsOf(api, key, id)).find(
    ({ action }) => action === (isApprover ? 'participant.approved' : 'participant.signed'),
  );
  const text = pdftotext(bytes, '-raw').replaceAll(/\s+/g, ' ');
  return { bytes, text, intent: event?.payload.intent };
}

/** Removes the places where a line can break. */
const unwrapped = (text: string): string => text.replaceAll(/[\s-]/g, '');

/** Expects dark pixels where a line of the certificate is supposed to have its words. */
async function expectInk(bytes: Buffer, words: readonly string[]): Promise<void> {
  const boxes = wordBoxes(bytes);
  const at = boxes.findIndex((_box, start) =>
    words.every((word, index) => boxes[start + index]?.text === word),
  );
  expect(at, words.join(' ')).toBeGreaterThanOrEqual(0);
  const pages = await grayPages(bytes, 2);
  for (const box of boxes.slice(at, at + words.length)) {
    const page = pages[box.page - 1];
    if (page === undefined) throw new Error('a word on no page');
    const { width, height, values: data } = page;
    let darkest = 255;
    for (let y = Math.floor(box.y * height); y < box.bottom * height; y++)
      for (let x = Math.floor(box.x * width); x < box.right * width; x++)
        darkest = Math.min(darkest, data[y * width + x] ?? 255);
    expect(darkest, box.text).toBeLessThan(160);
  }
}

/** Returns the token for the sender's own turn, opened from the dashboard. */
async function signedInToken({ userId, ...one }: Sent): Promise<string> {
  const { services } = api;
  const address = (await readUser(services.db.drizzle, userId))?.email ?? '';
  await verifyEmail(services.db.drizzle, address, services.clock());
  return await takenToken({ userId, ...one }, 'envelope.signNow', { id: one.id });
}

/** Returns the token of a link that the owner takes from the dashboard. */
async function takenToken(
  { organizationId, userId }: Sent,
  procedure: string,
  input: object,
): Promise<string> {
  const nowhere = { ipAddress: null, userAgent: null };
  const session = await api.services.sessions.start({ userId, organizationId, secondFactor: false }, nowhere);
  const cookie = `${getCookieName('session', ORIGIN)}=${session.token}`;
  const { json } = await callDashboard(api, 'mutation', procedure, { cookie, input });
  return new URLSearchParams(new URL(json.result.data.url).hash.slice(1)).get('token') ?? '';
}

async function delegatedToken(one: Sent): Promise<string> {
  const body = { name: 'Bob Babbage', email: 'bob@example.org' };
  expect((await api.call('POST', '/api/signer/delegate', { key: one.token, body })).status).toBe(200);
  return await tokenOf(api, one.graph, body.email);
}

type Way = {
  readonly name: string;
  /** How she's configured, which can depend on her sender's organization. */
  readonly alice: object | ((tenant: Tenant) => Promise<object>);
  readonly token: (sent: Sent) => Promise<string>;
  /** The certificate's line, and some of its words in order. */
  readonly line: string;
  readonly ink: readonly string[];
};
const LINK = 'Link sent to this email address';
const DAY = 'Mar 1, 2027, 09:';
const WAYS: readonly Way[] = [
  {
    name: 'a link',
    alice: {},
    token: ({ token }) => Promise.resolve(token),
    line: LINK,
    ink: ['Link', 'sent', 'to'],
  },
  {
    name: 'a link that the sender passed on',
    alice: {},
    token: (one) => takenToken(one, 'envelope.copyLink', { id: one.id, participantId: one.alice }),
    line: 'Link passed on by Acme GmbH',
    ink: ['Link', 'passed', 'on'],
  },
  {
    name: 'an access code',
    alice: { authentication: { method: 'access_code', code: ACCESS_CODE } },
    token: ({ token }) => passed(token, ACCESS_CODE),
    line: `${LINK} Access code given by the sender ${DAY}`,
    ink: ['Access', 'code'],
  },
  {
    name: 'an emailed code',
    alice: { authentication: { method: 'email_code' } },
    token: async ({ token, organizationId }) => {
      await startCode(api, token);
      return await passed(token, await mailedCode(api, organizationId));
    },
    line: `One-time code sent to this email address ${DAY}`,
    ink: ['code', 'sent'],
  },
  {
    name: 'a texted code',
    alice: { authentication: { method: 'sms_code', phone: '+14155550142' } },
    token: async ({ token }) => {
      await startCode(api, token);
      const text = await api.until('a text', () => Promise.resolve(gateway.requests[0]?.body));
      return await passed(token, /\b\d{6}\b/.exec(text)?.[0] ?? '');
    },
    line: `${LINK} One-time code texted to •••• 42 ${DAY}`,
    ink: ['••••', '42'],
  },
  {
    name: 'an identity provider',
    alice: async (tenant) => ({
      authentication: { method: 'oidc', provider: await setUpProvider(api, tenant, idp) },
    }),
    token: async ({ token }) => {
      idp.people.set('alice', ALICES);
      return await passed(token, await idp.signIn(await signInUrl(api, token), 'alice'));
    },
    line: `${LINK} Signed in with Example ID (`,
    ink: ['Example', 'ID'],
  },
  {
    name: 'the application of the sender',
    alice: { delivery: 'embedded' },
    token: (one) => openedPage(api, one),
    line: `Authenticated by Acme GmbH’s application ${DAY}`,
    ink: ['Authenticated', 'by'],
  },
  {
    name: 'a device that is handed over',
    alice: { delivery: 'in_person' },
    token: (one) => openedPage(api, one),
    line: `In person, on a device handed over by Olga Owner ${DAY}`,
    ink: ['In', 'person,'],
  },
  {
    name: 'an approver’s link',
    alice: { role: 'approver' },
    token: ({ token }) => Promise.resolve(token),
    line: LINK,
    ink: ['Link', 'sent', 'to'],
  },
  {
    name: 'a turn that was handed over',
    alice: {},
    token: delegatedToken,
    line: LINK,
    ink: ['Link', 'sent', 'to'],
  },
  {
    name: 'a link that the sender took for themselves, with an address that nobody confirmed',
    alice: async ({ userId }) => {
      const { drizzle } = api.services.db;
      await drizzle.execute(sql`update users set email_verified_at = null where id = ${userId}`);
      return { email: (await readUser(drizzle, userId))?.email };
    },
    token: (one) => takenToken(one, 'envelope.signNow', { id: one.id }),
    line: 'Link passed on by Acme GmbH',
    ink: ['Link', 'passed', 'on'],
  },
];

/** The text that the page shows above its last button. */
function statementIn(language: Language, { graph }: Sent): string {
  const isApprover = graph.participants[0]?.role === 'approver';
  const names = { document: graph.envelope.displayName, sender: 'Olga Owner' };
  const message = isApprover ? m.review_approve_consent : m.review_consent;
  return message(names, { locale: language });
}

/** How an event records it. */
function intentIn(language: Language, one: Sent) {
  const isApprover = one.graph.participants[0]?.role === 'approver';
  return {
    how: isApprover ? 'approve' : 'sign_and_finish',
    statementVersion: STATEMENT_VERSION,
    statementLanguage: language,
    statementHash: computeSha256Hex(statementIn(language, one)),
  };
}

describe('the log and the certificate', () => {
  it.each(WAYS.map((way, index) => [way.name, way, LANGUAGES[index % LANGUAGES.length] ?? 'en'] as const))(
    'say who someone was and what they agreed to: by %s',
    async (_name, { alice, token, line, ink }, language) => {
      const one = await sent(alice);
      const { bytes, text, intent } = await finished(one, await token(one), language);
      const wanted = intentIn(language, one);
      expect(intent).toEqual(wanted);
      const isApproval = wanted.how === 'approve';
      const button = (isApproval ? m.review_approve : m.review_sign)({}, { locale: language });
      const said = new Intl.DisplayNames(['en'], { type: 'language' }).of(language);
      expect(unwrapped(text)).toContain(unwrapped(line));
      // Text extraction reverses right-to-left words in a mixed line.
      if (getTextDirection(language) === 'ltr')
        expect(unwrapped(text)).toContain(
          unwrapped(
            `Intent Selected “${button}” below this statement, version ${STATEMENT_VERSION}, ${said}: “${statementIn(language, one)}”`,
          ),
        );
      expect(text).toContain(`SHA-256 of the statement ${wanted.statementHash}`);
      await expectInk(bytes, ink);
      await expectInk(bytes, ['Intent']);
    },
  );

  it('say so for a sender who signs from their account', async () => {
    const { apiKey: key, organizationId, userId } = await api.tenant();
    const email = (await readUser(api.services.db.drizzle, userId))?.email ?? '';
    const graph = (await sendDraft(api, key, {
      participants: [{ name: 'Olga Owner', email }],
      fields: [{ ...SIGNATURE, participantIndex: 0 }],
    })) as WireGraph;
    const one: Sent = { key, organizationId, userId, graph, id: graph.envelope.id, alice: '', token: '' };
    const { bytes, text, intent } = await finished(one, await signedInToken(one), 'pl');
    expect(intent).toEqual(intentIn('pl', one));
    expect(unwrapped(text)).toContain(unwrapped(`Signed in to their account ${DAY}`));
    await expectInk(bytes, ['Signed', 'in', 'to']);
  });

  it('say that a page of the sender’s application showed what it liked', async () => {
    const one = await sent({});
    const body = { values: [], signature: { kind: 'typed', text: ALICE.name } };
    await api.call('POST', '/api/signer/sign', { key: one.token, body });
    const event = (await eventsOf(api, one.key, one.id)).find(
      ({ action }) => action === 'participant.signed',
    );
    expect(event?.payload.intent).toEqual({
      how: 'sign_and_finish',
      statementVersion: null,
      statementLanguage: null,
      statementHash: null,
    });
  });
});

it('the statements belong to their version: a change needs a new one', () => {
  const names = { document: 'D', sender: 'S' };
  const texts = LANGUAGES.flatMap((locale) =>
    [m.review_consent, m.review_approve_consent].map((message) => message(names, { locale })),
  );
  expect([STATEMENT_VERSION, computeSha256Hex(texts.join('\n'))]).toMatchInlineSnapshot(`
    [
      "2026-11-24",
      "f6b1d6be0a30a5645d5c469496ce075b0accad7d9f4b533baef6891d3e228b31",
    ]
  `);
});
