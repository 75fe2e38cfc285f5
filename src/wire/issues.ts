import type { z } from 'zod';
import { jsonPointer, type Issue } from '#domain/errors.ts';

/** A schema's complaints as issues with JSON pointers (RFC 6901); an unknown property is named by its own pointer. */
export function toIssues(error: Pick<z.ZodError, 'issues'>): Issue[] {
  return error.issues.flatMap((issue): Issue[] => {
    const path = jsonPointer(...issue.path);
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: `${path}${jsonPointer(key)}`,
        message: 'is not a known property',
      }));
    }
    return [{ path, message: issue.message }];
  });
}
