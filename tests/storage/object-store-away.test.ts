import { afterAll, expect, it } from 'vitest';
import { expectError } from '../support/answers.ts';
import { useApi } from '../support/api.ts';
import { createDraft } from '../support/envelopes.ts';
import { startS3Server } from '../support/s3-server.ts';

const store = await startS3Server();
const { accessKeyId, secretAccessKey, bucket, region, endpoint } = store;
const credentials = `${accessKeyId}:${encodeURIComponent(secretAccessKey)}`;
const api = useApi({
  env: { STORAGE_URL: `s3://${credentials}@${new URL(endpoint).host}/${bucket}?region=${region}&tls=0` },
});
afterAll(() => store.close());

it('makes requests unavailable while the object store is away, however it says so', async () => {
  const { apiKey } = await api.tenant();
  expect((await createDraft(api, apiKey)).status).toBe(201);
  for (const failure of [503, 'cut'] as const) {
    // More than all attempts of everything that a request stores side by side.
    store.failures.push(...Array<typeof failure>(100).fill(failure));
    expectError(await createDraft(api, apiKey), 'unavailable');
    store.failures.length = 0;
  }
  expect((await createDraft(api, apiKey)).status).toBe(201);
});
