import { afterAll, expect, it } from 'vitest';
import { sealEnvelope } from '#server/jobs/seal-envelope.ts';
import { verify } from '../../packages/verify/src/index.ts';
import { useApi } from '../support/api.ts';
import { ALICE, sendDraft, SIGNATURE } from '../support/envelopes.ts';
import { renderedPages, scratchDirectory, structureFaults, textOf, writtenTo } from '../support/pdf.ts';
import type { RenderedPage } from '../support/pdf.ts';
import { signAs } from '../support/signer.ts';
import { openTestMode } from '../support/test-mode.ts';

const api = useApi();
const directory = scratchDirectory();
afterAll(directory.remove);

/** Signs and seals an envelope. Returns the paths of its files. */
async function sealedWith(name: string, key: string, organizationId: string) {
  const sent = await sendDraft(api, key, {
    participants: [ALICE],
    fields: [{ ...SIGNATURE, participantIndex: 0 }],
  });
  const { id } = sent.envelope;
  await signAs(api, sent, ALICE);
  await sealEnvelope(api.services, { organizationId, envelopeId: id });
  const download = async (variant: string) => {
    const { bytes } = await api.call('GET', `/api/v1/envelopes/${id}/document?variant=${variant}`, { key });
    return { path: writtenTo(directory.path, `${name}-${variant}.pdf`, bytes), bytes };
  };
  return { prepared: await download('prepared'), sealed: await download('sealed') };
}

/** Returns how many pixels are dark red in a corner, and how many in the rest. */
function redPixels({ width, height, pixels }: RenderedPage) {
  const corners = { topLeft: 0, bottomRight: 0, elsewhere: 0 };
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [red = 0, green = 0, blue = 0] = pixels.subarray((y * width + x) * 3);
      if (red < 140 || green > 170 || blue > 170 || red - green < 50) continue;
      const isTop = x < width * 0.15 && y < height * 0.04;
      const isBottom = x > width * 0.85 && y > height * 0.96;
      corners[isTop ? 'topLeft' : isBottom ? 'bottomRight' : 'elsewhere'] += 1;
    }
  return corners;
}

it('marks every page of a test, and seals it with a certificate that says so', async () => {
  const { organizationId } = await api.tenant('Acme');
  const test = await openTestMode(api, organizationId);
  const { prepared, sealed } = await sealedWith('test', test.apiKey, test.organizationId);
  for (const { path } of [prepared, sealed]) {
    const { topLeft, bottomRight, elsewhere } = redPixels(renderedPages(path, 1)[0] as RenderedPage);
    expect(topLeft).toBeGreaterThan(20);
    expect(bottomRight).toBeGreaterThan(20);
    expect(elsewhere).toBe(0);
    expect(structureFaults(path)).toBe('');
  }
  // The mark is drawn as shapes, so nothing that reads the document takes it for text.
  expect(textOf(prepared.path)).not.toContain('TEST');
  const certificate = textOf(sealed.path)
    .split('\f')
    .filter((page) => page.trim() !== '')
    .slice(1);
  expect(certificate.length).toBeGreaterThan(0);
  for (const page of certificate) expect(page).toContain('TEST – Certificate of completion');
  const report = await verify(sealed.bytes);
  expect([report.organization, report.isTest]).toEqual(['TEST Acme', true]);
  // The test clock is ahead of the verifier's. That's the only problem it finds.
  const failed = report.results.filter(({ outcome }) => outcome === 'failed');
  expect(failed.map(({ code }) => code)).toEqual(['time_in_future']);
});

it('marks nothing live, whatever it is called', async () => {
  const tenant = await api.tenant('TEST Acme');
  const { prepared, sealed } = await sealedWith('live', tenant.apiKey, tenant.organizationId);
  const red = redPixels(renderedPages(prepared.path, 1)[0] as RenderedPage);
  expect(red).toEqual({ topLeft: 0, bottomRight: 0, elsewhere: 0 });
  expect(textOf(sealed.path)).not.toContain('TEST –');
  const report = await verify(sealed.bytes);
  expect([report.organization, report.isTest]).toEqual(['TEST Acme', false]);
});
