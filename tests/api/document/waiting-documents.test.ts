import { afterEach, describe, expect, it } from 'vitest';
import { openIntake, type Intake } from '#server/pdf/intake/intake.ts';
import { uploadKey } from '#server/storage/keys.ts';
import { expectError } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { sentWithFiles, upload } from '../../support/attachments.ts';
import { plainPdf } from '../../support/envelopes.ts';

const api = useApi();
const HANGING = new URL('../../support/hanging-reading-process.ts', import.meta.url);
const WAITING_MAX = 1;
const DETAILS = { limit: WAITING_MAX, reason: 'documents_waiting', retryAfterSeconds: 10 };

let usual: Intake | null = null;
const services = () => api.services as { intake: Intake };

/** Has every document take forever until the test is over. */
function hangDocuments(): void {
  usual = services().intake;
  services().intake = openIntake({ program: HANGING, waitingMax: WAITING_MAX, timeoutMs: 600_000 });
}

afterEach(async () => {
  if (usual === null) return;
  const hanging = services().intake;
  services().intake = usual;
  usual = null;
  await hanging.close();
});

/** Returns the first call that gets an answer; the others end with the test. */
function firstAnswer<T>(calls: readonly Promise<T>[]): Promise<T> {
  for (const call of calls) call.catch(() => undefined);
  return Promise.race(calls);
}

async function createInline(key: string) {
  const contentBase64 = Buffer.from(await plainPdf()).toString('base64');
  const document = { contentBase64, contentType: 'application/pdf' } as const;
  return await api.ask('POST /api/v1/envelopes', { key, body: { originalFilename: 'One.pdf', document } });
}

describe('an organization whose documents pile up', () => {
  it('is refused further ones with the time to wait', async () => {
    const { apiKey } = await api.tenant();
    hangDocuments();
    // Two are being read, and one is waiting.
    const answer = await firstAnswer(Array.from({ length: 4 }, () => createInline(apiKey)));
    expectError(answer, 'rate_limited', DETAILS);
    expect(answer.headers.get('retry-after')).toBe('10');
  });

  it('keeps what it has uploaded', async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    const created = await api.ask('POST /api/v1/envelopes', { key, body: { originalFilename: 'Late.pdf' } });
    const { envelope } = created.json;
    const uploaded = uploadKey(organizationId, envelope.id);
    await api.services.storage.put(uploaded, await plainPdf());
    hangDocuments();
    await firstAnswer(Array.from({ length: 4 }, () => createInline(key)));
    const completing = { key, path: { id: envelope.id }, body: {} };
    expectError(
      await api.ask('POST /api/v1/envelopes/{id}/upload/complete', completing),
      'rate_limited',
      DETAILS,
    );
    expect(await api.services.storage.stat(uploaded)).not.toBeNull();
  });

  it('has the files of its signers counted', async () => {
    const sent = await sentWithFiles(api, [0, 0, 0, 0]);
    const bytes = await plainPdf();
    hangDocuments();
    const uploads = sent.fieldIds.map((fieldId) => upload(api, sent.alice, fieldId, { bytes }));
    expectError(await firstAnswer(uploads), 'rate_limited', DETAILS);
  });
});
