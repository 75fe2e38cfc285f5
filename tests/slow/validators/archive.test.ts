import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SealField } from '#server/pdf/seal/seal-request.ts';
import { readIntoPlace } from '#server/pdf/intake/read-upload.ts';
import { createExcerpt } from '#server/pdf/seal/excerpt.ts';
import { signedBefore } from '../../pdf/support/signed-document.ts';
import { sealableDocument } from '../../pdf/support/sealable-document.ts';
import { seal } from '../../pdf/support/seal-in-place.ts';
import {
  exampleAuthority,
  exampleFacts,
  examplePicture,
  exampleRequest,
} from '../../pdf/support/seal-request-example.ts';
import { findChromium } from '../../support/chromium.ts';
import { launchChromium } from '../../support/launch-chromium.ts';
import { patience } from '../../support/patience.ts';
import { scratchDirectory, writtenTo } from '../../support/pdf.ts';
import { archiveSources, plainSources, unfitSources } from './archive-sources.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('verapdf/verapdf.sh', import.meta.url));
const hasJava = ['java', 'mvn'].every(
  (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0,
);

const PLACE = { page: 1, x: 0.1, width: 0.3, height: 0.03 } as const;
const FIELDS: SealField[] = [
  { ...PLACE, type: 'text', value: 'שרה בת־אל 12', y: 0.2 },
  { ...PLACE, type: 'text', value: '304117', comb: 8, y: 0.3 },
  { ...PLACE, type: 'checkbox', value: 'true', y: 0.4 },
  {
    ...{ ...PLACE, type: 'signature', value: '', y: 0.5, height: 0.06 },
    mark: { kind: 'drawn', image: examplePicture() },
  },
];

/** What each source claims, before and after it was signed and sealed. */
const CLAIMS = [
  ['1a', ['PDF/A-1A'], ['PDF/A-3U']],
  ['1b', ['PDF/A-1B'], ['PDF/A-3B']],
  ['2a', ['PDF/A-2A'], ['PDF/A-3U']],
  ['2b', ['PDF/A-2B'], ['PDF/A-3B']],
  ['2u', ['PDF/A-2U'], ['PDF/A-3U']],
  ['2b-without-intent', ['PDF/A-2B'], ['PDF/A-3B']],
  ['3a', ['PDF/A-3A'], ['PDF/A-3U']],
  ['3b', ['PDF/A-3B'], ['PDF/A-3B']],
  ['3u-without-intent', ['PDF/A-3U'], ['PDF/A-3U']],
  ['4', ['PDF/A-4'], ['PDF/A-4F']],
  ['3a-ua1', ['PDF/A-3A', 'PDF/UA-1'], ['PDF/A-3U', 'PDF/UA-1']],
  ['ua1', ['PDF/UA-1'], ['PDF/UA-1']],
] as const;

/** What documents that claim nothing become if the organization wants everything archivable. */
const PLAIN = [
  ['text', ['PDF/A-3U']],
  ['tagged', ['PDF/A-3U']],
  ['accessible', ['PDF/A-3U', 'PDF/UA-1']],
  ['shapes', ['PDF/A-3U']],
  ['scan', ['PDF/A-3U']],
  ['picture', ['PDF/A-3U']],
  ['printed', ['PDF/A-3U']],
] as const;

/** A page as a browser prints it. */
const PRINTED = `<title>Offer</title><body style="font-family: sans-serif"><h1>Offer 4711</h1>
  <p style="color: #345; opacity: 0.8">Grace Hopper, José Ñandú</p><table border="1"><tr><td>1.234,50 €</table>
  <a href="https://example.org">Terms</a><div style="background: linear-gradient(#fff, #adf); height: 40px"></div>`;

type Report = {
  readonly report: {
    readonly jobs: readonly {
      readonly itemDetails: { readonly name: string };
      readonly validationResult?: readonly {
        readonly profileName: string;
        readonly compliant: boolean;
        readonly details: {
          readonly ruleSummaries: readonly { readonly clause: string; readonly testNumber: number }[];
        };
      }[];
    }[];
  };
};

describe.skipIf(!hasJava || findChromium() === null)(
  'an archivable document (skipped where there is no Java with Maven, or no Chromium)',
  () => {
    const scratch = scratchDirectory();
    /** What veraPDF says of each file: the claims that hold, and the rules that are broken. */
    const verdicts = new Map<string, { readonly holds: string[]; readonly broken: string[] }>();

    async function present(name: string, bytes: Uint8Array) {
      const sourcePath = writtenTo(scratch.path, `${name}.pdf`, bytes);
      const targetPath = join(scratch.path, `${name}.presented.pdf`);
      const { result } = await readIntoPlace({ sourcePath, targetPath, maxBytes: 2 ** 24, maxPages: 9 });
      expect(result, name).toMatchObject({ ok: true });
      return { sourcePath, presented: await readFile(targetPath) };
    }

    beforeAll(async () => {
      const { signer } = await exampleAuthority();
      const paths: string[] = [];
      for (const { name, bytes } of await archiveSources()) {
        const { sourcePath, presented } = await present(name, bytes);
        paths.push(sourcePath);
        const { bytes: sealed } = await seal(exampleRequest(presented, signer, FIELDS));
        paths.push(writtenTo(scratch.path, `${name}.sealed.pdf`, sealed));
      }
      const browser = await launchChromium();
      const page = await browser.newPage();
      await page.setContent(PRINTED);
      const printed = { name: 'printed', bytes: await page.pdf() };
      await browser.close();
      for (const { name, bytes } of [...(await plainSources()), printed]) {
        const { presented } = await present(name, bytes);
        const plain = await seal({ ...exampleRequest(presented, signer, FIELDS), archivable: true });
        expect(plain.archiveObstacle, name).toBeNull();
        paths.push(writtenTo(scratch.path, `${name}.archivable.pdf`, plain.bytes));
      }
      const keep = (name: string, bytes: Uint8Array) =>
        paths.push(writtenTo(scratch.path, `${name}.pdf`, bytes));
      const blank = await sealableDocument([{}]);
      const { bytes, certificateFirstPage } = await seal(exampleRequest(blank, signer, FIELDS));
      const title = 'Lease & annex (certificate)';
      keep('certificate-excerpt', await createExcerpt(bytes, { firstPage: certificateFirstPage, title }));
      const signed = await signedBefore(blank);
      const document = { ...exampleFacts(signed).document, isApart: true };
      const request = exampleRequest(signed, signer, [], { document, language: 'he' });
      const { certificate } = await seal({ ...request, keepsSignatures: true });
      keep('certificate', certificate?.bytes ?? new Uint8Array());
      const { stdout } = await run(script, paths, { maxBuffer: 2 ** 26 });
      for (const { itemDetails, validationResult = [] } of (JSON.parse(stdout) as Report).report.jobs) {
        const holds = validationResult.filter(({ compliant }) => compliant);
        verdicts.set(basename(itemDetails.name, '.pdf'), {
          holds: holds.map(({ profileName }) => profileName.replace(/ validation profile$/, '')),
          broken: validationResult.flatMap(({ details }) =>
            details.ruleSummaries.map(({ clause, testNumber }) => `${clause}/${testNumber}`),
          ),
        });
      }
    }, patience(600_000));
    afterAll(() => {
      scratch.remove();
    });

    it.each(['certificate-excerpt', 'certificate'])(
      'is what the certificate of its own is, too: %s',
      (name) => {
        expect(verdicts.get(name)).toEqual({ holds: ['PDF/A-3U', 'PDF/UA-1'], broken: [] });
      },
    );

    it.each(PLAIN)('is what a plain one becomes on request: %s', (name, after) => {
      expect(verdicts.get(`${name}.archivable`)).toEqual({ holds: after, broken: [] });
    });

    it('is not what others become, which say why and claim nothing', async () => {
      const { signer } = await exampleAuthority();
      for (const [why, bytes] of await unfitSources()) {
        const { presented } = await present(why, bytes);
        const sealed = await seal({ ...exampleRequest(presented, signer, FIELDS), archivable: true });
        expect(sealed.archiveObstacle).toContain(why);
        expect(Buffer.from(sealed.bytes).toString('latin1')).not.toContain('GTS_PDFA1');
      }
    });

    it.each(CLAIMS)('that conforms to %s stays one', (name, before, after) => {
      expect(verdicts.get(name)).toEqual({ holds: before, broken: [] });
      expect(verdicts.get(`${name}.sealed`)).toEqual({ holds: after, broken: [] });
    });
  },
);
