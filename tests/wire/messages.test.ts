import { expect, it } from 'vitest';
import { z } from 'zod';
import { toIssues } from '#wire/issues.ts';

const schema = z.strictObject({
  name: z.string().min(1).max(2000),
  code: z.string().min(10),
  count: z.int().min(0).max(1000),
  share: z.number().gt(0),
  tags: z.array(z.string()).min(1).max(2),
  status: z.enum(['draft', 'sent']),
  kind: z.literal('PUT'),
  flag: z.boolean(),
  hash: z.string().regex(/^[0-9a-f]+$/),
  own: z.string().refine(() => false, 'must be your own'),
});
const valid = {
  name: 'A',
  code: '0123456789',
  count: 1,
  share: 1,
  tags: ['a'],
  status: 'draft',
  kind: 'PUT',
  flag: true,
  hash: 'ab',
};

it.each([
  ['name', undefined, 'is required'],
  ['name', 1, 'must be a string'],
  ['name', '', "can't be empty"],
  ['name', 'a'.repeat(2001), 'must have at most 2,000 characters'],
  ['code', 'abc', 'must have at least 10 characters'],
  ['count', 1.5, 'must be a whole number'],
  ['count', -1, 'must be at least 0'],
  ['count', 1001, 'must be at most 1,000'],
  ['share', 0, 'must be greater than 0'],
  ['tags', 'a', 'must be a list'],
  ['tags', [], "can't be empty"],
  ['tags', ['a', 'b', 'c'], 'must have at most 2 items'],
  ['status', 'lost', 'must be one of draft, sent'],
  ['kind', 'GET', 'must be PUT'],
  ['flag', 'yes', 'must be true or false'],
  ['hash', 'xyz', 'has an invalid format'],
  ['own', 'x', 'must be your own'],
  ['surprise', 1, 'is not a known property'],
])('%s: %j %s', (name, value, message) => {
  const { error } = schema.safeParse({ ...valid, own: name === 'own' ? value : undefined, [name]: value });
  expect(toIssues(error ?? new z.ZodError([])).find(({ path }) => path === `/${name}`)).toEqual({
    path: `/${name}`,
    message,
  });
});
