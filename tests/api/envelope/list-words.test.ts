import { beforeAll, describe, expect, it } from 'vitest';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { readDueTexts } from '#server/jobs/read-texts.ts';
import type { Services } from '#server/runtime/services.ts';
import { useApi, type Tenant } from '../../support/api.ts';
import { ALICE, createDraft, SIGNATURE } from '../../support/envelopes.ts';
import { HOUR_MS, pass } from '../../support/moments.ts';
import { useOwner } from '../../support/owner.ts';
import { callDashboard, sessionOf } from '../../support/session.ts';
import { page } from './list-rows.ts';

const api = useApi();
const owner = useOwner(api);
let tenant: Tenant;

beforeAll(async () => {
  tenant = await api.tenant();
  const key = tenant.apiKey;
  await draft(tenant, 'Mutual NDA · Northwind', 'Confidential terms for Zürich', {
    participants: [
      { name: 'Ada Byron', email: 'ada@analytical.example', company: 'Byron Engines', title: 'Countess' },
    ],
    copies: [{ name: 'Grace Hopper', email: 'grace@navy.example', when: 'completed' }],
  });
  await draft(tenant, '業務委託契約書', 'Governed by the laws of Oregon', {
    originalFilename: 'keiyaku_2026.pdf',
    participants: [{ name: '山田 太郎', email: 'yamada@example.com' }],
  });
  await createDraft(api, key, { displayName: 'Without people', participants: [], fields: [] });
  await readDueTexts(api.services);
});

async function draft({ apiKey }: Tenant, displayName: string, text: string, extra: object) {
  const { json } = await createDraft(api, apiKey, {
    displayName,
    document: { contentBase64: await pdfWith(text), contentType: 'application/pdf' },
    fields: [{ ...SIGNATURE, participantIndex: 0 }],
    ...extra,
  });
  return json.envelope as { id: string; version: number };
}

async function pdfWith(text: string): Promise<string> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  pdf.addPage([600, 800]).drawText(text, { x: 50, y: 700, size: 12, font });
  return Buffer.from(await pdf.save()).toString('base64');
}

const found = async (search: string, of = tenant) => (await page(api, of, { search })).names;

const NDA = 'Mutual NDA · Northwind';
const CONTRACT = '業務委託契約書';

describe('a search finds envelopes', () => {
  it.each([
    ['by words of the name in any order', 'northwind mutual', [NDA]],
    ['by a part of a word', 'thwin', [NDA]],
    ['by a file name', 'keiyaku 2026', [CONTRACT]],
    ['by a recipient', 'byron ada', [NDA]],
    ['by an address', 'ada@analytical.example', [NDA]],
    ['by a company and a title', 'countess engines', [NDA]],
    ['by who gets a copy', 'hopper', [NDA]],
    ['by the text of the document', 'laws oregon', [CONTRACT]],
    ['by text and people together', 'confidential byron', [NDA]],
    ['without accents', 'zurich', [NDA]],
    ['with accents that the name lacks', 'mútual', [NDA]],
    ['by Chinese characters anywhere', '契約', [CONTRACT]],
    ['by a name with or without its space', '山田太郎', [CONTRACT]],
    ['by a single character', '郎', [CONTRACT]],
    ['by signs alone, as part of a name', '·', [NDA]],
    ['only if every word is there', 'northwind oregon', []],
    ['not from the middle of a word of the text', 'regon', []],
  ])('%s', async (_what, search, names) => {
    expect(await found(search)).toEqual(names);
  });

  it('that q finds, too', async () => {
    for (const q of ['utual NDA', 'd', '委託', 'keiyaku_', 'WITHOUT people', '.pdf', 'nda · n'])
      expect(await found(q), q).toEqual(expect.arrayContaining((await page(api, tenant, { q })).names));
  });

  it('together with other filters', async () => {
    expect((await page(api, tenant, { search: 'nda', recipient: 'ada' })).names).toEqual([NDA]);
    expect((await page(api, tenant, { search: 'nda', recipient: 'yamada' })).names).toEqual([]);
    expect((await page(api, tenant, { search: 'nda', view: 'completed' })).names).toEqual([]);
    expect((await page(api, tenant, { search: 'nda', sort: 'name' })).names).toEqual([NDA]);
  });

  it('of its organization only', async () => {
    const other = await api.tenant('Other');
    await draft(other, 'Northwind elsewhere', 'Oregon', { participants: [ALICE] });
    await readDueTexts(api.services);
    expect(await found('northwind')).toEqual([NDA]);
    expect(await found('oregon', other)).toEqual(['Northwind elsewhere']);
  });

  it('with a query of 1 to 200 characters', async () => {
    for (const search of ['', 'x'.repeat(201)])
      expect(
        (await api.call('GET', `/api/v1/envelopes?search=${search}`, { key: tenant.apiKey })).status,
      ).toBe(422);
  });
});

describe('a passage', () => {
  /** What a member of the organization can see of envelopes, with and without naming the organization. */
  async function passages(of: Tenant, search: string, envelopeIds: readonly string[]) {
    const cookie = await sessionOf(api, of.organizationId, 'viewer');
    const input = { search, envelopeIds };
    const answer = await callDashboard(api, 'query', 'envelope.passages', { cookie, input });
    return answer.json as unknown;
  }

  it('shows the page and the words, to those who may open the envelope', async () => {
    const own = await api.tenant();
    const { id } = await draft(own, 'Lease', 'Offices at 14 Harbour Street', { participants: [ALICE] });
    await readDueTexts(api.services);
    const found = [
      {
        envelopeId: id,
        page: 1,
        matches: 1,
        parts: [
          { text: 'Offices at 14 ', isMatch: false },
          { text: 'Harbour', isMatch: true },
          { text: ' Street', isMatch: false },
        ],
      },
    ];
    expect(await passages(own, 'harbour', [id])).toEqual({ result: { data: found } });
    expect(await passages(own, 'oregon', [id])).toEqual({ result: { data: [] } });
    expect(await passages(tenant, 'harbour', [id])).toEqual({ result: { data: [] } });
    // The passage is left out, since names and people match, even though the text contains one of the words.
    const person = await draft(own, 'Offer', 'Alice in Wonderland', { participants: [ALICE] });
    await readDueTexts(api.services);
    expect(await passages(own, ALICE.email, [person.id])).toEqual({ result: { data: [] } });
    expect(await passages(own, '·', [id])).toEqual({ result: { data: [] } });
  });
});

describe('what a search knows', () => {
  it('follows changes of name and people', async () => {
    const own = await api.tenant();
    const { id, version } = await draft(own, 'First', 'Text', { participants: [ALICE] });
    const { status } = await api.ask('PUT /api/v1/envelopes/{id}/draft', {
      key: own.apiKey,
      path: { id },
      body: {
        expectedVersion: version,
        displayName: 'Second',
        participants: [{ name: 'Zoe', email: 'zoe@example.com' }],
        fields: [{ ...SIGNATURE, participantIndex: 0 }],
      },
    });
    expect(status).toBe(200);
    expect(await found('first', own)).toEqual([]);
    expect(await found('alice', own)).toEqual([]);
    expect(await found('zoe second', own)).toEqual(['Second']);
  });

  it('goes with a deleted draft', async () => {
    const own = await api.tenant();
    const { id } = await draft(own, 'Secret', 'Classified', { participants: [ALICE] });
    await readDueTexts(api.services);
    await api.call('DELETE', `/api/v1/envelopes/${id}`, { key: own.apiKey });
    const [row] =
      await owner.sql`select names::text, content::text, pages from search_documents where envelope_id = ${id}`;
    expect(row).toEqual({ names: '', content: '', pages: [] });
  });

  it('follows the document, and not one that was replaced while it was read', async () => {
    const own = await api.tenant();
    const { id } = await draft(own, 'Files', 'alpha', { participants: [ALICE] });
    const slow: Services = {
      ...api.services,
      texts: {
        ...api.services.texts,
        searchText: async (requester, source) => {
          const text = await api.services.texts.searchText(requester, source);
          await api.call('POST', `/api/v1/envelopes/${id}/documents`, {
            key: own.apiKey,
            body: {
              originalFilename: 'second.pdf',
              document: { contentBase64: await pdfWith('omega'), contentType: 'application/pdf' },
            },
          });
          return text;
        },
      },
    };
    let turns = 0;
    await readDueTexts(slow, () => turns++ > 1);
    expect(await found('alpha', own)).toEqual([]);
    await readDueTexts(api.services);
    expect(await found('alpha omega', own)).toEqual(['Files']);
  });

  it('leaves out a document that cannot be read, after some attempts', async () => {
    const own = await api.tenant();
    const { id } = await draft(own, 'Broken', 'text', { participants: [ALICE] });
    const broken: Services = {
      ...api.services,
      texts: { ...api.services.texts, searchText: () => Promise.reject(new Error('the disk is full')) },
    };
    for (let attempt = 1; attempt <= 5; attempt++) {
      const [row] = await owner.sql`select is_due, attempts from search_documents where envelope_id = ${id}`;
      expect(row).toEqual({ is_due: true, attempts: attempt - 1 });
      await readDueTexts(broken);
      pass(api, HOUR_MS);
    }
    expect(await found('broken', own)).toEqual(['Broken']);
    const [row] = await owner.sql`select is_due from search_documents where envelope_id = ${id}`;
    expect(row).toEqual({ is_due: false });
  });
});
