import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { patience } from '../support/patience.ts';
import { ADA, apiKeyOf, BEN, call, makeEnvelope, read, tokenIn } from './envelope-steps.ts';

/** The records that the pages show, created once by an organization's owner. */
export type Shown = {
  readonly sent: string;
  readonly draft: string;
  readonly template: string;
  readonly bulkSend: string;
  readonly webhook: string;
  readonly mail: string;
  readonly invitation: string;
  readonly consent: string;
  readonly signer: string;
};
export type Row = {
  readonly who: 'owner' | 'visitor';
  readonly at: (shown: Shown) => string;
  /** What a page shows when it's ready, if its heading isn't enough. */
  readonly ready?: string;
};

/**
 * Pages that other tests check in the same way, because reaching them takes certain actions or roles:
 * sign-in, handing over, the editor's preview, and the administration of the instance.
 */
export const ELSEWHERE = [
  '/(visitor)/login/code',
  '/unlock',
  '/(app)/(workspace)/envelopes/[id]/in-person',
  '/(app)/envelopes/[id]/preview',
  '/(app)/(pages)/administration',
  // Leads on to the signer's page or the list at once.
  '/(app)/(pages)/envelopes/sign-next',
];

/** Every page of the app. */
export const PAGES: Readonly<Record<string, Row>> = {
  '/(app)/(pages)/envelopes': owner('/envelopes'),
  '/(app)/(pages)/envelopes/[id]': owner(({ sent }) => `/envelopes/${sent}`),
  '/(app)/(pages)/envelopes/[id]/save-template': owner(({ draft }) => `/envelopes/${draft}/save-template`),
  '/(app)/(pages)/envelopes/new': owner('/envelopes/new', '[data-ready="true"]'),
  '/(app)/(pages)/outbox': owner('/outbox'),
  '/(app)/(pages)/outbox/[mail]': owner(({ mail }) => `/outbox/${mail}`),
  '/(app)/(pages)/reports': owner('/reports'),
  '/(app)/(pages)/settings/agents': owner('/settings/agents'),
  '/(app)/(pages)/settings/api-keys': owner('/settings/api-keys'),
  '/(app)/(pages)/settings/audit': owner('/settings/audit'),
  '/(app)/(pages)/settings/branding': owner('/settings/branding'),
  '/(app)/(pages)/settings/defaults': owner('/settings/defaults'),
  '/(app)/(pages)/settings/retention': owner('/settings/retention'),
  '/(app)/(pages)/settings/export': owner('/settings/export'),
  '/(app)/(pages)/settings/embedding': owner('/settings/embedding'),
  '/(app)/(pages)/settings/identity-providers': owner('/settings/identity-providers'),
  '/(app)/(pages)/settings/single-sign-on': owner('/settings/single-sign-on'),
  '/(app)/(pages)/settings/mail': owner('/settings/mail'),
  '/(app)/(pages)/settings/members': owner('/settings/members'),
  '/(app)/(pages)/settings/notifications': owner('/settings/notifications'),
  '/(app)/(pages)/settings/organization': owner('/settings/organization'),
  '/(app)/(pages)/settings/profile': owner('/settings/profile'),
  '/(app)/(pages)/settings/teams': owner('/settings/teams'),
  '/(app)/(pages)/settings/webhooks': owner('/settings/webhooks'),
  '/(app)/(pages)/settings/webhooks/[id]': owner(({ webhook }) => `/settings/webhooks/${webhook}`),
  '/(app)/(pages)/templates': owner('/templates'),
  '/(app)/(pages)/templates/[id]': owner(({ template }) => `/templates/${template}`),
  '/(app)/(pages)/templates/[id]/bulk': owner(({ template }) => `/templates/${template}/bulk`),
  '/(app)/(pages)/templates/[id]/bulk/[send]': owner(
    ({ template, bulkSend }) => `/templates/${template}/bulk/${bulkSend}`,
  ),
  '/(app)/(pages)/templates/[id]/use': owner(({ template }) => `/templates/${template}/use`),
  '/(app)/(workspace)/templates/[id]/edit': owner(
    ({ template }) => `/templates/${template}/edit`,
    '[data-page="1"] canvas',
  ),
  '/(app)/(workspace)/envelopes/[id]/edit': owner(
    ({ draft }) => `/envelopes/${draft}/edit`,
    '[data-page="1"] canvas',
  ),
  '/(visitor)/digest': visitor('/digest'),
  '/(visitor)/forgot': visitor('/forgot'),
  '/(visitor)/invitation': visitor(({ invitation }) => `/open/invitation#${invitation}`),
  '/(visitor)/login': visitor('/login'),
  '/(visitor)/login/single-sign-on': visitor('/login/single-sign-on'),
  '/(visitor)/open/[link]': visitor('/open/reset'),
  '/(visitor)/reset': visitor('/reset'),
  '/(visitor)/signup': visitor('/signup'),
  '/(visitor)/signup/confirm': visitor('/signup/confirm'),
  '/(visitor)/confirm': visitor('/confirm'),
  '/copy': visitor('/copy#token=a.b'),
  '/forms/[id]': visitor('/forms/form_unknown'),
  '/oauth/consent/[id]': owner(({ consent }) => consent),
  '/verify': visitor('/verify'),
  '/sign/[[organization]]': visitor(({ signer }) => `/sign#token=${signer}`),
  '/sign/session/[id]': visitor('/sign/session/ses_unknown#token=a.b'),
  '/edit/session/[id]': visitor('/edit/session/ses_unknown#token=a.b'),
};

/** Light on a wide screen, dark on the narrowest phone: each color scheme and each layout once. */
export const LOOKS = [
  { colorScheme: 'light', viewport: { width: 1280, height: 860 } },
  { colorScheme: 'dark', viewport: { width: 320, height: 700 } },
] as const;

/** Creates what the pages show, as the owner who is signed in on the page. */
export async function makeShown(origin: string, page: Page): Promise<Shown> {
  const key = await apiKeyOf(page);
  const sent = await makeEnvelope(page, key, 'Lease');
  const signer = await tokenIn(page, ADA.email);
  const draft = await makeEnvelope(page, key, 'Mutual NDA', { send: false, people: [ADA, BEN] });
  const { participants } = await read<{ participants: { id: string; name: string }[] }>(
    page,
    'envelope.get',
    { id: draft },
  );
  const { template } = await call<{ template: { id: string } }>(page, 'template.create', {
    sourceEnvelopeId: draft,
    name: 'NDA',
    roles: participants.map(({ id, name }) => ({ name, participantId: id })),
  });
  const csv =
    'ada_lovelace_name,ada_lovelace_email,ben_bitdiddle_name,ben_bitdiddle_email\nDora,dora@example.com,Eve,eve@example.com\n';
  const bulkSend = await call<{ id: string }>(page, 'bulkSend.start', {
    requestId: randomUUID(),
    templateId: template.id,
    csv,
    filename: 'people.csv',
  });
  // Emails are listed in the order in which they were sent.
  await tokenIn(page, 'dora@example.com');
  const webhook = await makeFailingWebhook(page);
  await call(page, 'member.invite', { email: 'cleo@acme.example', role: 'viewer' });
  return {
    ...{ sent, draft, template: template.id, bulkSend: bulkSend.id, webhook },
    signer,
    invitation: await tokenIn(page, 'cleo@acme.example', /open\/invitation#([A-Za-z0-9_.-]+)/),
    mail: (await read<{ items: { id: string }[] }>(page, 'outbox.list', {})).items[0]?.id ?? '',
    consent: await consentAddress(origin, page),
  };
}

/** Creates a webhook whose server can't be reached, and which has a delivery that failed. Returns its ID. */
async function makeFailingWebhook(page: Page): Promise<string> {
  const { id } = await call<{ id: string }>(page, 'webhook.create', {
    url: 'http://127.0.0.1:9/hook',
    events: ['envelope.voided'],
  });
  await call(page, 'webhook.sample', { id, type: 'envelope.completed' });
  const isTried = async () => {
    const { items } = await read<{ items: { status: string }[] }>(page, 'webhook.deliveries', { id });
    return items.every(({ status }) => status === 'failed');
  };
  await expect.poll(isTried, { timeout: patience(20_000) }).toBe(true);
  return id;
}

/** The page where an app asks for access. */
async function consentAddress(origin: string, page: Page): Promise<string> {
  const redirect = 'https://client.example/callback';
  const answer = await fetch(`${origin}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Contract Helper', redirect_uris: [redirect] }),
  });
  const { client_id } = (await answer.json()) as { client_id: string };
  const parameters = new URLSearchParams({
    ...{ client_id, response_type: 'code', redirect_uri: redirect, state: 'xyz' },
    ...{ code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' },
    resource: `${origin}/mcp`,
  });
  await page.goto(`/oauth/authorize?${parameters}`);
  await page.waitForURL('**/oauth/consent/*');
  return new URL(page.url()).pathname;
}

/** Opens one of the pages, and waits until it's ready. */
export async function openShown(page: Page, { at, ready = 'h1' }: Row, shown: Shown): Promise<void> {
  await page.goto('about:blank');
  await page.goto(at(shown));
  await page.locator(ready).first().waitFor();
}

/** Waits until the page shows its new color scheme and size: two frames, and its transitions. */
export async function waitForLook(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });
}

function owner(at: string | Row['at'], ready?: string): Row {
  return row('owner', at, ready);
}

function visitor(at: string | Row['at'], ready?: string): Row {
  return row('visitor', at, ready);
}

function row(who: Row['who'], at: string | Row['at'], ready: string | undefined): Row {
  const path = typeof at === 'string' ? () => at : at;
  return ready === undefined ? { who, at: path } : { who, at: path, ready };
}
