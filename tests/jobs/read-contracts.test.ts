import { readFile, rm, writeFile } from 'node:fs/promises';
import { PDF } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { EXTRACTOR_VERSION } from '#reading/contract/read-contract.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { readDueContracts } from '#server/jobs/read-contracts.ts';
import { readDueTexts } from '#server/jobs/read-texts.ts';
import { startDueJobs } from '#server/jobs/repeating.ts';
import { openContractReader } from '#server/pdf/reading/contract-reader.ts';
import type { Services } from '#server/runtime/services.ts';
import { useApi } from '../support/api.ts';
import { ALICE, plainPdf, sendDraft, SIGNATURE } from '../support/envelopes.ts';
import { HOUR_MS, pass } from '../support/moments.ts';
import { useOwner } from '../support/owner.ts';
import { scanContract } from '../support/scanned-contract.ts';
import { signAs } from '../support/signer.ts';
import { fileOfObject } from '../support/stored-files.ts';
import { TESTER } from '../support/tester.ts';

const api = useApi();
const owner = useOwner(api);

const PAGES = [
  [
    'SUPPLY AGREEMENT',
    'This Supply Agreement is made as of June 1, 2019 (the "Effective Date") by and between',
    'Acme Widgets, Inc., a Delaware corporation ("Supplier"), and Muster GmbH, a company',
    'organized under the laws of Germany ("Buyer").',
    'WHEREAS, Supplier makes widgets, the parties agree:',
  ],
  [
    '1. The term of this Agreement commences on the Effective Date and continues for',
    'five (5) years, unless earlier terminated.',
    '2. This Agreement is governed by the laws of the State of New York.',
  ],
];

async function contractPdf(): Promise<Uint8Array> {
  const pdf = PDF.create();
  for (const lines of PAGES) {
    const page = pdf.addPage({ size: 'a4' });
    lines.forEach((line, index) => page.drawText(line, { x: 60, y: 740 - index * 18, size: 11 }));
  }
  return await pdf.save();
}

async function completed(pdf: Uint8Array = new Uint8Array()) {
  const { apiKey: key, organizationId } = await api.tenant();
  const bytes = pdf.length === 0 ? await contractPdf() : pdf;
  const sent = await sendDraft(api, key, {
    document: { contentBase64: Buffer.from(bytes).toString('base64'), contentType: 'application/pdf' },
    participants: [ALICE],
    fields: [{ ...SIGNATURE, participantIndex: 0 }],
  });
  await signAs(api, sent, ALICE);
  const id = sent.envelope.id as string;
  return {
    key,
    organizationId,
    id,
    extract: async () => {
      const { json } = await api.ask('GET /api/v1/envelopes/{id}/extract', { key, path: { id } });
      if (json.status !== 'extracted') throw new Error(json.message);
      return json;
    },
  };
}

/** Services with a reader that records whether it is given PDFs or their text. */
function recording(): { services: Services; reads: ('pages' | 'document')[] } {
  const reads: ('pages' | 'document')[] = [];
  const contracts: Services['contracts'] = {
    ...api.services.contracts,
    read: (_requester, source) => {
      reads.push('pages' in source ? 'pages' : 'document');
      return api.services.contracts.read(TESTER, source);
    },
  };
  return { services: { ...api.services, contracts }, reads };
}

describe('the contract of a completed envelope', () => {
  it('is read from its text, each value with its words, page and confidence', async () => {
    const { extract } = await completed();
    expect(await extract()).toMatchObject({
      status: 'extracted',
      message: expect.stringContaining('being read'),
      semantic: { dates: [], governingLaw: null, perpetual: null, parties: [] },
    });
    await readDueContracts(api.services);
    const contract = await extract();
    expect(contract).toMatchObject({
      message: "Based on the signed fields and the document's text.",
      dates: { agreementDate: '2019-06-01', effectiveDate: '2019-06-01', expirationDate: '2024-06-01' },
      semantic: {
        dates: [
          { kind: 'agreement', value: '2019-06-01', page: 1, source: 'document' },
          { kind: 'effective', value: '2019-06-01', page: 1, source: 'document' },
          { kind: 'expiration', value: '2024-06-01', page: 2, source: 'document' },
        ],
        governingLaw: { value: 'New York', page: 2, source: 'document' },
        parties: [
          { name: 'Acme Widgets, Inc.', aliases: ['Supplier'], page: 1 },
          { name: 'Muster GmbH', aliases: ['Buyer'], page: 1 },
        ],
      },
    });
    expect(contract.semantic.governingLaw?.text).toContain('the laws of the State of New York');
    expect(contract.semantic.dates.every(({ confidence }: { confidence: number }) => confidence > 0.5)).toBe(
      true,
    );
  });

  it('is read from the pictures of a scan, which its words find, with the doubt of their reading', async () => {
    const { extract, key, id } = await completed(await scanContract({ degrees: 1 }));
    await readDueTexts(api.services);
    const query = { search: 'delaware consultant' };
    const { json } = await api.ask('GET /api/v1/envelopes', { key, query });
    expect(json.items.map((item: { id: string }) => item.id)).toEqual([id]);
    const [row] = await owner.sql`
      select picture_confidence as confidence from search_documents where envelope_id = ${id}`;
    const sure = row?.confidence['1'] as number;
    expect(sure).toBeGreaterThan(0.7);
    expect(sure).toBeLessThan(1);
    await readDueContracts(api.services);
    const { governingLaw, parties } = (await extract()).semantic;
    expect(governingLaw).toMatchObject({ value: 'Delaware', page: 1, source: 'document' });
    expect(governingLaw?.confidence).toBeLessThanOrEqual(sure);
    expect(parties.map(({ name }: { name: string }) => name)).toEqual([
      'Northwind Traders Inc.',
      'Harbor Consulting LLC',
    ]);
  });

  it('returns nothing that the text does not say', async () => {
    const { extract } = await completed(await plainPdf());
    await readDueContracts(api.services);
    expect(await extract()).toMatchObject({
      dates: { agreementDate: null, effectiveDate: null, expirationDate: null },
      semantic: { dates: [], governingLaw: null, perpetual: null, parties: [] },
    });
  });

  it('is read once, even by concurrent workers, and again by the next version', async () => {
    await readDueContracts(api.services);
    await Promise.all([completed(), completed()]);
    const { services, reads } = recording();
    await Promise.all([readDueContracts(services), readDueContracts(services), readDueContracts(services)]);
    await readDueContracts(services);
    expect(reads).toHaveLength(2);
    const { extract, id } = await completed();
    await readDueContracts(api.services);
    await readDueContracts(api.services, { version: EXTRACTOR_VERSION + 1 });
    const [row] =
      await owner.sql`select extractor_version as version from contract_readings where envelope_id = ${id}`;
    expect(row).toEqual({ version: EXTRACTOR_VERSION + 1 });
    expect((await extract()).dates.agreementDate).toBe('2019-06-01');
  });

  it('is read from the text that the search has, or else from the PDF', async () => {
    const first = await completed();
    await readDueContracts(api.services);
    const early = await first.extract();
    const { services, reads } = recording();
    const second = await completed();
    await readDueContracts(services);
    const third = await completed();
    await readDueTexts(api.services);
    await readDueContracts(services);
    const cut = await completed();
    await readDueTexts(api.services);
    await owner.sql`update search_documents set pages = pages - 1 where envelope_id = ${cut.id}`;
    await readDueContracts(services);
    expect(reads).toEqual(['document', 'pages', 'document']);
    for (const { extract } of [second, third, cut])
      expect(await extract()).toMatchObject({ dates: early.dates, semantic: early.semantic });
  });

  it('is retried after a failure, and finally counts as unreadable', async () => {
    const { extract, organizationId, id } = await completed();
    const prepared = (await loadGraph(api.services, organizationId, id)).documents.find(
      ({ variant }) => variant === 'prepared',
    );
    const path = await fileOfObject(api, prepared?.key);
    const bytes = await readFile(path);
    await rm(path);
    await readDueContracts(api.services);
    await writeFile(path, bytes);
    await readDueContracts(api.services);
    expect((await extract()).message).toContain('being read');
    pass(api, HOUR_MS);
    await readDueContracts(api.services);
    expect((await extract()).semantic.governingLaw).toMatchObject({ value: 'New York' });

    const lost = await completed();
    const gone = (await loadGraph(api.services, lost.organizationId, lost.id)).documents.find(
      ({ variant }) => variant === 'prepared',
    );
    await api.services.storage.remove(gone?.key ?? '');
    for (let attempt = 0; attempt < 5; attempt++) {
      await readDueContracts(api.services);
      pass(api, HOUR_MS);
    }
    expect((await lost.extract()).message).toContain("can't be read");
  });

  it('is read in the background until stopped', async () => {
    const { extract } = await completed();
    const reading = startDueJobs(api.services, ['read contracts']);
    await api.until('the reading', async () => (await extract()).semantic.governingLaw);
    await reading.stop();
  });
});

describe('the process that reads a contract', () => {
  it('is killed when it takes too long, and when the program ends', async () => {
    const program = new URL('../support/hanging-reading-process.ts', import.meta.url);
    const faults: string[] = [];
    const hasty = openContractReader({ program, timeoutMs: 500, onFault: (fault) => faults.push(fault) });
    const document = await plainPdf();
    expect(await hasty.read(TESTER, { document })).toBeNull();
    expect(faults).toEqual([expect.stringContaining('time')]);
    await hasty.close();

    const reader = openContractReader({ program });
    const waiting = [reader.read(TESTER, { document }), reader.read(TESTER, { document })];
    const ended = Promise.allSettled(waiting);
    await reader.close();
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('reports that a file that is not a PDF cannot be read', async () => {
    const reader = openContractReader();
    expect(await reader.read(TESTER, { document: new TextEncoder().encode('%PDF-1.7 nothing') })).toBeNull();
    await reader.close();
  });
});
