import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openApiDocument } from '#server/http/openapi/document.ts';

const SNAPSHOT = fileURLToPath(new URL('../vectors/openapi.json', import.meta.url));
const HOW_TO_UPDATE =
  'The contract has changed. If that is meant, write it down with: UPDATE_SNAPSHOT=1 npx vitest run tests/http/openapi-snapshot.test.ts && npm run client';

it('matches the snapshot', () => {
  const document = openApiDocument('http://localhost:3000');
  if (process.env['UPDATE_SNAPSHOT'] === '1')
    writeFileSync(SNAPSHOT, `${JSON.stringify(document, null, 2)}\n`);
  expect(JSON.parse(JSON.stringify(document)), HOW_TO_UPDATE).toEqual(
    JSON.parse(readFileSync(SNAPSHOT, 'utf8')),
  );
});
