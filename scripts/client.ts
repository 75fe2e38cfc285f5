import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTs, { astToString, type SchemaObject } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';

import { openApiDocument } from '#server/http/openapi/document.ts';
import { generateClientOperations } from './client-operations.ts';
import { generatePythonOperations } from './client-python.ts';

/** Where the types of the API are written: the factory beside them reads them. */
export const CLIENT_TYPES = fileURLToPath(new URL('../src/client/schema.ts', import.meta.url));

/** Where the methods of the client package are written. */
export const PACKAGE_OPERATIONS = fileURLToPath(
  new URL('../packages/client/src/operations.ts', import.meta.url),
);

/** Where the methods of the Python client are written. */
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

/** The TypeScript types of every operation that the API describes, as the text of a module. */
export async function generateClientTypes(): Promise<string> {
  // The generator asks for JSON as a stranger would read it, so that nothing leans on how it was made.
  const document = JSON.parse(JSON.stringify(openApiDocument('http://localhost:3000'))) as Parameters<
    typeof openapiTs
  >[0];
  const ast = await openapiTs(document, { transform: createBytesType, alphabetize: false, immutable: false });
  const options = await resolveConfig(CLIENT_TYPES);
  return await format(HEADING + astToString(ast), { ...options, parser: 'typescript' });
}

/** The methods of the client package, as the text of a module. */
export async function generatePackageOperations(): Promise<string> {
  return await generateClientOperations(openApiDocument('http://localhost:3000'), PACKAGE_OPERATIONS);
}

/** The methods of the Python client, as the text of a module. */
export function generatePythonClient(): string {
  return generatePythonOperations(openApiDocument('http://localhost:3000'));
}

/** A body of bytes is what fetch sends as such; the generator would call it a string. */
function createBytesType(schema: SchemaObject): ts.TypeNode | undefined {
  if (!('format' in schema) || schema.format !== 'binary') return undefined;
  return ts.factory.createUnionTypeNode(BYTES.map((name) => ts.factory.createTypeReferenceNode(name)));
}
