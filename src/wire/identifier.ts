import { z } from 'zod';
import type { RecordKind } from '#domain/identifier.ts';
import { exampleId } from './examples.ts';
import { pathId } from './text.ts';

/** An identifier in a path. One of another kind is not found. */
export function pathIdOf(kind: RecordKind) {
  return pathId.meta({ examples: [exampleId(kind)] });
}

/** An identifier in responses. */
export function idOf(kind: RecordKind) {
  return z.string().meta({ examples: [exampleId(kind)] });
}

/** A nullable identifier in responses, which examples show filled in. */
export function nullableIdOf(kind: RecordKind) {
  return z
    .string()
    .nullable()
    .meta({ examples: [exampleId(kind)] });
}
