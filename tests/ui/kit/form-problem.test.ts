import { describe, expect, it } from 'vitest';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { toFormFailure } from '#ui/kit/form-problem.ts';

function form(values: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return data;
}

describe('formFailure', () => {
  it('puts each issue next to its input as a sentence and keeps what was typed, except passwords', () => {
    const thrown = createInvalidRefusal([
      { path: '/email', message: 'must be a valid email address' },
      { path: '/password', message: 'must have at least 10 characters' },
    ]);
    const failure = toFormFailure(thrown, form({ email: 'x', password: 'secret' }));
    expect(failure.status).toBe(422);
    expect(failure.data).toEqual({
      problem: 'Check the highlighted fields.',
      issues: { email: 'Enter a valid email address.', password: 'Use at least 10 characters.' },
      values: { email: 'x' },
    });
  });

  it('puts an issue within an object next to the input of that part', () => {
    const thrown = createInvalidRefusal([{ path: '/thankYou/text', message: 'must not be empty' }]);
    const failure = toFormFailure(thrown, form({ 'thankYou.url': 'https://example.com' }));
    expect(Object.keys(failure.data.issues)).toEqual(['thankYou', 'thankYou.text']);
  });

  it('shows the message of a refusal without issues', () => {
    expect(toFormFailure(createRefusal('rate_limited'), form({}))).toMatchObject({
      status: 429,
      data: { problem: 'Too many requests. Wait a moment and try again.', issues: {} },
    });
  });

  it('rethrows unexpected errors', () => {
    expect(() => toFormFailure(new Error('boom'), form({}))).toThrow('boom');
  });
});
