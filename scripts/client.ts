import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTs, { astToString, type SchemaObject } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';

import { openApiDocument } from '#server/http/openapi/document.ts';
import { generateClientOperations } from './client-operations.ts';
import { generatePythonOperations } from './client-python.ts';

/** Where the API's types are written. The client factory next to them reads them. */
export const CLIENT_TYPES = fileURLToPath(new URL('../src/client/schema.ts', import.meta.url));

/** Where the client package's methods are written. */
export const PACKAGE_OPERATIONS = fileURLToPath(
  new URL('../packages/client/src/operations.ts', import.meta.url),
);

/** Where the Python client's methods are written. */
export const PYTHON_OPERATIONS = fileURLToPath(
  new URL('../packages/python/src/countersign/operations.py', import.meta.url),
);

const HEADING = `// Generated from the API's description by \`npm run client\`. Changes made here are lost.\n\n`;
const BYTES = ['Blob', 'ArrayBuffer', 'Uint8Array<ArrayBuffer>'];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(CLIENT_TYPES, await generateClientTypes());
  writeFileSync(PACKAGE_OPERATIONS, await generatePackageOperations());
  writeFileSync(PYTHON_OPERATIONS, generatePythonClient());
  process.stdout.write(`Wrote ${CLIENT_TYPES}, ${PACKAGE_OPERATIONS} and ${PYTHON_OPERATIONS}\n`);
}

/** Returns the TypeScript types of every operation in the API's description, as the text of a module. */
export async function generateClientTypes(): Promise<string> {
  // The generator gets plain JSON, as anyone would download it, so nothing depends on how it was made.
  const document = JSON.parse(JSON.stringify(openApiDocument('http://localhost:3000'))) as Parameters<
    typeof openapiTs
  >[0];
  const ast = await openapiTs(document, { transform: createBytesType, alphabetize: false, immutable: false });
  const options = await resolveConfig(CLIENT_TYPES);
  return await format(HEADING + astToString(ast), { ...options, parser: 'typescript' });
}

/** Returns the client package's methods as the text of a module. */
export async function generatePackageOperations(): Promise<string> {
  return await generateClientOperations(openApiDocument('http://localhost:3000'), PACKAGE_OPERATIONS);
}

/** Returns the Python client's methods as the text of a module. */
export function generatePythonClient(): string {
  return generatePythonOperations(openApiDocument('http://localhost:3000'));
}

/** The generator would type a binary body as a string; fetch sends bytes. */
function createBytesType(schema: SchemaObject): ts.TypeNode | undefined {
  if (!('format' in schema) || schema.format !== 'binary') return undefined;
  return ts.factory.createUnionTypeNode(BYTES.map((name) => ts.factory.createTypeReferenceNode(name)));
}
