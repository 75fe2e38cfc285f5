import { z } from 'zod';
import { ScimError } from './error.ts';
import { readBody } from './query.ts';

/** One change of a PATCH request. Without a path, the value is an object with attributes. */
export type Operation = {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string | null;
  readonly value: unknown;
};

const SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:patchop';
const MAX_OPERATIONS = 1000;

const patch = z.object({
  schemas: z.array(z.string()).refine((schemas) => schemas.some((one) => one.toLowerCase() === SCHEMA)),
  Operations: z
    .array(
      z.object({
        // Some directories capitalize the operation.
        op: z
          .string()
          .transform((op) => op.toLowerCase())
          .pipe(z.enum(['add', 'replace', 'remove'])),
        path: z.string().min(1).optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(MAX_OPERATIONS),
});

/** Reads the changes of a PATCH request (RFC 7644 section 3.5.2). Each returned change has one attribute. */
export function readPatch(body: unknown): readonly Operation[] {
  return readBody(patch, body).Operations.flatMap(({ op, path, value }) => {
    if (path !== undefined) return [{ op, path, value }];
    if (op === 'remove') throw new ScimError(400, 'noTarget', 'A removal needs a path.');
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new ScimError(400, 'invalidSyntax', 'Without a path, the value must be an object.');
    return Object.entries(value).map(([name, one]) => ({ op, path: name, value: one as unknown }));
  });
}
