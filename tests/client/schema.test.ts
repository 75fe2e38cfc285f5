import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  CLIENT_TYPES,
  generateClientTypes,
  PACKAGE_OPERATIONS,
  generatePackageOperations,
  PYTHON_OPERATIONS,
  generatePythonClient,
} from '../../scripts/client.ts';

it('is what the description says now', async () => {
  const written = readFileSync(CLIENT_TYPES, 'utf8');
  expect(written === (await generateClientTypes()), 'The contract has changed: run `npm run client`.').toBe(
    true,
  );
});

it('has the methods of the package', async () => {
  const written = readFileSync(PACKAGE_OPERATIONS, 'utf8');
  expect(
    written === (await generatePackageOperations()),
    'The contract has changed: run `npm run client`.',
  ).toBe(true);
});

it('has the methods of the Python client', () => {
  const written = readFileSync(PYTHON_OPERATIONS, 'utf8');
  expect(written === generatePythonClient(), 'The contract has changed: run `npm run client`.').toBe(true);
});
