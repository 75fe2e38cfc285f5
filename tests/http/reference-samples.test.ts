import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '#server/http/openapi/document.ts';
import { useApi, type Tenant } from '../support/api.ts';
import {
  LANGUAGES,
  OBSTACLES,
  REQUESTS_OBSTACLE,
  projectWith,
  runSample,
  type SampleLanguage,
} from '../support/code-samples.ts';
import { plainPdf } from '../support/envelopes.ts';
import { patience } from '../support/patience.ts';
import { useRecorder, type Recorded } from '../support/recorder.ts';

const api = useApi();
const recorder = useRecorder(api);

type Sample = { readonly label: string; readonly source: string };
const operations = Object.entries(openApiDocument('http://localhost:3000').paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    id: operation.operationId ?? '',
    method: method.toUpperCase(),
    path,
    samples: operation['x-codeSamples'] as Sample[],
  })),
);

/** Runs each file, continuing after failures: the service is expected to refuse an example's id. */
const RUNNERS: Readonly<Record<SampleLanguage, (files: readonly string[]) => string>> = {
  curl: (files) => files.map((file) => `bash ${file} > /dev/null || true`).join('\n'),
  TypeScript: (files) =>
    `import { CountersignError } from '@countersign/client';
for (const file of ${JSON.stringify(files)})
  try {
    await import(\`./\${file}\`);
  } catch (error) {
    if (!(error instanceof CountersignError || error instanceof SyntaxError)) throw new Error(file, { cause: error });
  }`,
  Python: (files) =>
    `import runpy
import requests
for file in ${JSON.stringify(files)}:
    try:
        runpy.run_path(file)
    except requests.HTTPError:
        pass`,
};
const EXTENSIONS = { curl: 'sh', TypeScript: 'ts', Python: 'py' } as const;

/**
 * Acceptable outcomes for an example's request: it succeeds, the record doesn't exist, or its state doesn't
 * allow it.
 */
const EXPECTED = [200, 201, 202, 204, 404, 409];
/** The example's document is truncated, and its team doesn't exist. */
const REFUSED: Readonly<Record<string, string>> = {
  envelopeCreate: 'document_unreadable',
  apiKeyCreate: 'validation_failed',
};
/** The examples' tokens and sessions aren't valid. */
const WITHOUT_ACCESS = [...EXPECTED, 401, 403, 422];

it('shows every operation in three languages', () => {
  const wrong = operations.filter(
    ({ samples }) => samples.map(({ label }) => label).join() !== LANGUAGES.join(),
  );
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

describe.each(LANGUAGES)('the samples in %s', (language) => {
  const obstacle = language === 'Python' ? REQUESTS_OBSTACLE : OBSTACLES[language];
  let tenant: Tenant;
  let project: string;
  beforeAll(async () => {
    tenant = await api.tenant();
    project = await projectWith('client');
    writeFileSync(join(project, 'agreement.pdf'), await plainPdf());
  }, patience(60_000));

  it.skipIf(obstacle !== null)(
    `make the requests that they show${obstacle === null ? '' : ` (skipped: ${obstacle})`}`,
    async () => {
      const files = operations.map(({ id, samples }) => {
        const { source } = samples.find(({ label }) => label === language) ?? { source: '' };
        const file = `${id}.${EXTENSIONS[language]}`;
        writeFileSync(join(project, file), source.replaceAll('http://localhost:3000', recorder.origin));
        return file;
      });
      recorder.recorded.length = 0;
      await runSample(project, language, RUNNERS[language](files), {
        COUNTERSIGN_KEY: tenant.apiKey,
        SIGNER_TOKEN: 'a.token',
        EDITING_TOKEN: 'a.token',
        COUNTERSIGN_SESSION: 'a session',
      });
      const wrong = operations.flatMap(({ id, method, path }) => {
        const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}(?:\\?|$)`);
        const request = recorder.recorded.find((one) => one.method === method && pattern.test(one.path));
        return request !== undefined && isExpected(id, request) ? [] : [{ id, request }];
      });
      expect(wrong).toEqual([]);
    },
    patience(180_000),
  );
});

function isExpected(id: string, { path, status, code }: Recorded): boolean {
  if (code !== null && REFUSED[id] === code) return true;
  return (path.startsWith('/api/v1/') ? EXPECTED : WITHOUT_ACCESS).includes(status);
}
