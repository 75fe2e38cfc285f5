import { z } from 'zod';
import type { RecordKind } from '#domain/identifier.ts';
import { createExampleId } from './examples.ts';
import { pathId } from './text.ts';

/** An identifier in a path. An identifier of another kind leads to "not found". */
export function createPathIdSchema(kind: RecordKind) {
  return pathId.meta({ examples: [createExampleId(kind)] });
}

/** An identifier in responses. */
export function createIdSchema(kind: RecordKind) {
  return z.string().meta({ examples: [createExampleId(kind)] });
}

/** A nullable identifier in responses. Examples show it with a value. */
export function createNullableIdSchema(kind: RecordKind) {
  return z
    .string()
    .nullable()
    .meta({ examples: [createExampleId(kind)] });
}
