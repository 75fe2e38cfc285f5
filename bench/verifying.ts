import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

import { createInstanceAuthority, issueSealCertificate } from '#server/crypto/certificate-authority.ts';
import { createSoftwareKey } from '#server/crypto/keys/signing-key.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { findChromium } from '../tests/support/chromium.ts';
import { exampleRequest } from '../tests/pdf/support/seal-request-example.ts';
import { sealableDocument } from '../tests/pdf/support/sealable-document.ts';
import { seal } from '../tests/pdf/support/seal-in-place.ts';
import { eventsOf, evidenceOf } from '../tests/vectors/seal/make/seals.ts';
import { verify } from '#verify/verify.ts';
import { type Extent, type Figure, createFigure } from './figures.ts';

const PAGES = 20;

/** Measures verifying a sealed file of 20 pages: the first time in a process or page, and repeatedly. */
export async function benchVerifying({ rounds }: Extent): Promise<Figure[]> {
  const now = new Date();
  const authority = await createInstanceAuthority('Countersign', now);
  const signer = await issueSealCertificate(authority, { organizationName: 'Example Ltd', now });
  const document = await sealableDocument(Array.from({ length: PAGES }, () => ({})));
  const evidence = Buffer.from(evidenceOf(eventsOf(computeSha256Hex(document))));
  const { bytes } = await seal({ ...exampleRequest(document, createSoftwareKey(signer), []), evidence, now });
  const times: number[] = [];
  for (let round = 0; round < 10 * rounds; round++) {
    const start = performance.now();
    const { verdict } = await verify(bytes, { roots: [authority.certificate] });
    times.push(performance.now() - start);
    if (verdict !== 'valid') throw new Error(`the file is ${verdict}`);
  }
  const inBrowser = await measureInBrowser(bytes, rounds);
  return [
    createFigure(`verify, ${PAGES} pages, first`, 'ms', times.slice(0, 1), { atMost: 100 }),
    createFigure(`verify, ${PAGES} pages`, 'ms', times.slice(1), { atMost: 100 }),
    ...(inBrowser.length === 0
      ? []
      : [
          createFigure(`verify in a new page of Chromium, ${PAGES} pages`, 'ms', inBrowser, { atMost: 1000 }),
        ]),
  ];
}

/** Measures loading the bundled package and verifying with it, each time in a new page. */
async function measureInBrowser(file: Uint8Array, rounds: number): Promise<number[]> {
  const executablePath = findChromium();
  if (executablePath === null) return [];
  const folder = new URL('../packages/verify/', import.meta.url);
  execFileSync(process.execPath, ['build.mjs'], { cwd: fileURLToPath(folder) });
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === '/file.pdf') response.end(file);
    else if (path.endsWith('.js'))
      response.setHeader('content-type', 'text/javascript').end(readFileSync(new URL(`dist${path}`, folder)));
    else
      response.setHeader('content-type', 'text/html').end('<!doctype html><link rel="icon" href="data:," />');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({ executablePath });
  try {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      times.push(await page.evaluate(timeVerification));
      await page.close();
    }
    return times;
  } finally {
    await browser.close();
    server.close();
  }
}

/** Runs in the page. */
async function timeVerification(): Promise<number> {
  const bytes = new Uint8Array(await (await fetch('/file.pdf')).arrayBuffer());
  const start = performance.now();
  const entry = '/index.js';
  const { verify: verifyThere } = (await import(entry)) as { verify: (file: Uint8Array) => Promise<unknown> };
  await verifyThere(bytes);
  return performance.now() - start;
}
