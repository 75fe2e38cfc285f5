import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { png } from '../../pdf/support/png.ts';
import { UNDECODABLE_PICTURES } from '../../pdf/support/undecodable-pictures.ts';
import { expectCode, mutate, query } from '../../support/account.ts';
import { useApi } from '../../support/api.ts';
import { IN_LINES } from '../../support/base64-lines.ts';
import { ALICE, sendDraft } from '../../support/envelopes.ts';
import { dataUrl, picture } from '../../support/pictures.ts';
import { callDashboard, ORIGIN, refusalIn, sessionOf } from '../../support/session.ts';
import { tokenOf } from '../../support/signer.ts';

const api = useApi({ work: true });

async function organization(name = 'Acme') {
  const tenant = await api.tenant(name);
  return { ...tenant, cookie: await sessionOf(api, tenant.organizationId, 'admin') };
}
const actionsOf = async (cookie: string) =>
  (await query(api, cookie, 'administrativeAction.list')).items.filter(
    ({ action }: { action: string }) => action === 'organization.branding_changed',
  );

describe('branding', () => {
  it.each(IN_LINES)('takes a logo in base64 with lines %s', async (_name, inLines) => {
    const { cookie } = await organization();
    const [type, base64 = ''] = picture().split(',');
    const logo = `${type},${inLines(Buffer.from(base64, 'base64'))}`;
    const branding = await mutate(api, cookie, 'branding.change', { logo });
    expect(branding).toMatchObject({ logoWidth: 200, logoHeight: 60 });
  });

  it('reaches signers and emails, and is logged', async () => {
    const { organizationId, apiKey, cookie } = await organization('Acme GmbH');
    const logo = picture('jpeg', 1200, 300);
    const branding = await mutate(api, cookie, 'branding.change', {
      accentColor: '#FFD400',
      logo,
    });
    // How emails are signed is nothing that signers' pages show.
    const { emails, ...shown } = branding;
    expect(Object.values(emails)).toEqual([null, null, null, null, null]);
    expect(shown).toEqual({
      displayName: 'Acme GmbH',
      logoUrl: expect.stringMatching(/^http:\/\/localhost:3000\/api\/logos\/[0-9a-f]{64}\.png$/),
      accentColor: '#ffd400',
      logoWidth: 480,
      logoHeight: 120,
      isTest: false,
    });
    expect(await query(api, cookie, 'branding.get')).toEqual(branding);
    const sent = await sendDraft(api, apiKey);
    const key = await tokenOf(api, sent, ALICE.email);
    for (const path of ['/api/signer/invitation', '/api/signer/envelope'])
      expect((await api.call('GET', path, { key })).json.branding).toEqual(shown);
    const [mail] = await api.mails(organizationId, 1);
    expect(mail?.html).toContain(`<img src="${branding.logoUrl}" alt="Acme GmbH" width="160" height="40"`);

    const recorded = await actionsOf(cookie);
    expect(recorded).toMatchObject([{ details: { from: 'none', to: '#ffd400' } }]);
    await mutate(api, cookie, 'branding.change', { accentColor: '#ffd400' });
    expect(await actionsOf(cookie)).toHaveLength(1);
    const bare = await mutate(api, cookie, 'branding.change', { accentColor: null, logo: null });
    expect(bare).toMatchObject({ logoUrl: null, accentColor: null, logoWidth: null, logoHeight: null });
    // An email that has been sent keeps its logo.
    expect((await api.call('GET', new URL(branding.logoUrl).pathname)).status).toBe(200);
  });

  it('changes what is given, and keeps concurrent changes of different parts', async () => {
    const { cookie } = await organization();
    await Promise.all([
      mutate(api, cookie, 'branding.change', { accentColor: '#112233' }),
      mutate(api, cookie, 'branding.change', { logo: picture() }),
    ]);
    expect(await query(api, cookie, 'branding.get')).toMatchObject({
      accentColor: '#112233',
      logoWidth: 200,
      logoHeight: 60,
    });
  });

  it.each<readonly [string, string]>([
    ['a drawing', dataUrl('image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
    ['a page that says it is a picture', dataUrl('image/png', Buffer.from('<script>alert(1)</script>'))],
    ['more pixels than may be', dataUrl('image/png', png(5000, 5000, Buffer.alloc(8)))],
    ['a line', picture('png', 1500, 2)],
    ['an address', 'https://example.com/logo.png'],
    ...UNDECODABLE_PICTURES.slice(0, 2).map(([name, bytes]) => [name, dataUrl('image/png', bytes)] as const),
  ])('refuses %s', async (_name, logo) => {
    const { cookie } = await organization();
    const answer = await callDashboard(api, 'mutation', 'branding.change', {
      cookie,
      input: { logo },
    });
    expect(answer.status).toBe(422);
    expect(refusalIn(answer)).toMatchObject({
      code: 'validation_failed',
      details: { issues: [{ path: '/logo' }] },
    });
    expect(await query(api, cookie, 'branding.get')).toMatchObject({ logoUrl: null });
  });

  it.each(['red', '#fff', '#12345g', '#ffffff;color:red', ''])(
    'refuses the color %j',
    async (accentColor) => {
      const { cookie } = await organization();
      const input = { accentColor };
      const answer = await callDashboard(api, 'mutation', 'branding.change', { cookie, input });
      expect(refusalIn(answer)).toMatchObject({ code: 'validation_failed' });
    },
  );

  it('accepts thirty pictures an hour', async () => {
    const { cookie } = await organization();
    for (let i = 0; i < 30; i++)
      await mutate(api, cookie, 'branding.change', { logo: picture('png', 20 + i, 20) });
    const input = { logo: picture('png', 100, 20) };
    const answer = await callDashboard(api, 'mutation', 'branding.change', { cookie, input });
    expect(refusalIn(answer)).toMatchObject({ code: 'rate_limited' });
    await mutate(api, cookie, 'branding.change', { accentColor: '#aabbcc' });
  });
});

describe('GET /api/logos/{hash}.png', () => {
  it('returns the redrawn picture, publicly and permanently, without data of the upload', async () => {
    const { cookie } = await organization();
    const canvas = createCanvas(300, 90);
    canvas.getContext('2d').fillRect(10, 10, 50, 50);
    const smuggled = Buffer.concat([canvas.toBuffer('image/png'), Buffer.from('<script>alert(1)</script>')]);
    const logo = dataUrl('image/png', smuggled);
    const { logoUrl } = await mutate(api, cookie, 'branding.change', { logo });
    const { pathname, origin } = new URL(logoUrl);
    expect(origin).toBe(ORIGIN);
    const answer = await api.call('GET', pathname);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(`/api/logos/${computeSha256Hex(answer.bytes)}.png`).toBe(pathname);
    expect(answer.bytes.includes('script')).toBe(false);
    expect(await loadImage(answer.bytes)).toMatchObject({ width: 300, height: 90 });
    expect((await api.call('POST', pathname)).status).toBe(405);
  });

  it.each([`${'0'.repeat(64)}.png`, '../blobs/x.png', `${'0'.repeat(64)}`, '', 'A.png'])(
    'knows no %j',
    async (name) => {
      expectCode(await api.call('GET', `/api/logos/${name}`), 'not_found');
    },
  );
});
