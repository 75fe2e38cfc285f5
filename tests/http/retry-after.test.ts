import { expect, it } from 'vitest';
import { createRefusal } from '#domain/errors.ts';
import { toErrorReply } from '#server/http/error.ts';

it('says in seconds when the limit is full again', () => {
  const { status, headers } = toErrorReply(
    createRefusal('rate_limited', { limit: 600, retryAfterSeconds: 12 }),
    'r1',
  );
  expect(status).toBe(429);
  expect(headers).toEqual({
    'retry-after': '12',
    'ratelimit-policy': '"requests";q=600',
    ratelimit: '"requests";r=0;t=12',
    'ratelimit-limit': '600',
    'ratelimit-remaining': '0',
    'ratelimit-reset': '12',
  });
});

it('says in seconds when the next reminder is allowed, and leaves the rate limit alone', () => {
  const details = { nextReminderAt: '2027-03-01T10:00:00.000Z', retryAfterSeconds: 1800 };
  const { status, headers } = toErrorReply(createRefusal('reminder_window', details), 'r1');
  expect(status).toBe(429);
  expect(headers).toEqual({ 'retry-after': '1800' });
});
