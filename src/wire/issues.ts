import type { z } from 'zod';
import './messages.ts';
import { toJsonPointer, type Issue } from '#domain/errors.ts';

/**
 * Converts a schema's issues to the API's issues. Each unknown property has its own JSON pointer (RFC 6901).
 */
export function toIssues(error: Pick<z.ZodError, 'issues'>): Issue[] {
  return error.issues.flatMap((issue): Issue[] => {
    const path = toJsonPointer(...issue.path);
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: `${path}${toJsonPointer(key)}`,
        message: 'is not a known property',
      }));
    }
    return [{ path, message: issue.message }];
  });
}
