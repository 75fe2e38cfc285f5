import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  CLIENT_TYPES,
  clientTypes,
  PACKAGE_OPERATIONS,
  packageOperations,
  PYTHON_OPERATIONS,
  pythonClientOperations,
} from '../../scripts/client.ts';

it('is what the description says now', async () => {
  const written = readFileSync(CLIENT_TYPES, 'utf8');
  expect(written === (await clientTypes()), 'The contract has changed: run `npm run client`.').toBe(true);
});

it('has the methods of the package', async () => {
  const written = readFileSync(PACKAGE_OPERATIONS, 'utf8');
  expect(written === (await packageOperations()), 'The contract has changed: run `npm run client`.').toBe(
    true,
  );
});

it('has the methods of the Python client', () => {
  const written = readFileSync(PYTHON_OPERATIONS, 'utf8');
  expect(written === pythonClientOperations(), 'The contract has changed: run `npm run client`.').toBe(true);
});
