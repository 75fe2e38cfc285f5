import { PDF } from '@libpdf/core';
import type { Tenant, TestApi } from '../../support/api.ts';
import { createDraft } from '../../support/envelopes.ts';
import { signAs } from '../../support/signer.ts';

export const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' };
export const BEN = { name: 'Ben Okafor', email: 'ben@example.com' };
export const CARLA = { name: 'Carla Client', email: 'carla@client.example' };

/** An organization, and how a test inspects it without an agent. */
export type World = {
  readonly api: TestApi;
  readonly tenant: Tenant;
  readonly graph: (id: string) => Promise<any>;
  /** Creates a draft whose pages have these lines, with a signature field for each recipient. */
  readonly draft: (
    displayName: string,
    pages?: readonly (readonly string[])[],
    extra?: Record<string, unknown>,
  ) => Promise<string>;
  readonly sent: (displayName: string, pages?: readonly (readonly string[])[]) => Promise<string>;
  readonly completed: (displayName: string) => Promise<string>;
};

export const AGREEMENT = [
  [
    'CONSULTING AGREEMENT',
    'between Analytical Engines Ltd (the Client) and Ben Okafor (the Consultant)',
    '1. The fee is USD 12,500 and is due within 30 days.',
    '2. This agreement starts on January 1, 2027 and lasts for 12 months.',
    '3. Termination: either party may terminate with 60 days written notice.',
    '4. This agreement is governed by the laws of England.',
  ],
  ['LANDLORD', 'Signature:', 'TENANT', 'Signature:'],
];

/** A PDF with these lines on each page. */
export async function pagesPdf(pages: readonly (readonly string[])[]): Promise<Uint8Array> {
  const pdf = PDF.create();
  for (const lines of pages) {
    const page = pdf.addPage({ size: 'a4' });
    lines.forEach((line, index) => page.drawText(line, { x: 72, y: 740 - index * 60, size: 12 }));
  }
  return await pdf.save();
}

export function worldOf(api: TestApi, tenant: Tenant): World {
  const graph = async (id: string) =>
    (await api.call('GET', `/api/v1/envelopes/${id}`, { key: tenant.apiKey })).json;
  const draft: World['draft'] = async (displayName, pages = AGREEMENT, extra = {}) => {
    const contentBase64 = Buffer.from(await pagesPdf(pages)).toString('base64');
    const { json } = await createDraft(api, tenant.apiKey, {
      ...{ displayName, originalFilename: `${displayName}.pdf`, participants: [ADA, BEN] },
      document: { contentBase64, contentType: 'application/pdf' },
      fields: [0, 1].map((participantIndex) => ({
        ...{ type: 'signature', page: 1, x: 0.1 + 0.5 * participantIndex, y: 0.8, participantIndex },
        ...{ width: 0.3, height: 0.06 },
      })),
      ...extra,
    });
    return json.envelope.id;
  };
  const send = async (id: string) => {
    const { version } = (await graph(id)).envelope;
    await api.call('POST', `/api/v1/envelopes/${id}/send`, {
      ...{ key: tenant.apiKey, body: { expectedVersion: version } },
    });
    return id;
  };
  const sent: World['sent'] = async (name, pages) => await send(await draft(name, pages));
  return {
    ...{ api, tenant, graph, draft, sent },
    completed: async (name) => {
      const id = await sent(name);
      for (const person of [ADA, BEN]) await signAs(api, await graph(id), person);
      await api.until('the seal', async () => (await graph(id)).envelope.sealedAt !== null);
      return id;
    },
  };
}
