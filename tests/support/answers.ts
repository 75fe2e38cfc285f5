import { expect } from 'vitest';
import { ERRORS, type ErrorCode } from '#domain/errors.ts';
import type { Answer } from './api.ts';

/** What tests check in a response without binary content. */
export type JsonAnswer = Pick<Answer, 'status' | 'headers' | 'json'>;

/** Converts the typed client's response into the form of a raw one. */
export async function answerOf(
  call: Promise<{ data?: unknown; error?: unknown; response: Response }>,
): Promise<JsonAnswer> {
  const { data, error, response } = await call;
  return { status: response.status, headers: response.headers, json: data ?? error ?? null };
}

/**
 * Expects an error of the table: its status, exactly the keys of the error body, and the request id inside.
 */
export function expectError(
  answer: JsonAnswer,
  code: ErrorCode,
  details: Record<string, unknown> = {},
): void {
  expect({ status: answer.status, ...answer.json }).toEqual({
    status: ERRORS[code].status,
    code,
    message: expect.stringMatching(/\S/),
    details: { ...details, requestId: answer.headers.get('x-request-id') },
  });
}

/** Expects 422 `validation_failed` with issues at exactly these JSON pointers. */
export function expectIssues(answer: JsonAnswer, paths: readonly string[]): void {
  expectError(answer, 'validation_failed', { issues: expect.any(Array) });
  const issues = answer.json.details.issues as { path: string; message: string }[];
  expect(issues.map(({ path }) => path).sort()).toEqual([...paths].sort());
  for (const issue of issues) {
    expect(Object.keys(issue).sort()).toEqual(['message', 'path']);
    expect(issue.message).not.toBe('');
  }
}

/** Expects 409 `invalid_state` in this status, optionally with the reason. */
export function expectInvalidState(answer: JsonAnswer, status: string, reason?: string): void {
  expectError(answer, 'invalid_state', { status, ...(reason === undefined ? {} : { reason }) });
}
