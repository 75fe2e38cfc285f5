import { describe, expect, it } from 'vitest';
import { retryUntilDatabaseIsUp } from '#server/db/client/unreachable.ts';

const failing = (code: string, times: number) => {
  const calls: number[] = [];
  const task = () => {
    calls.push(calls.length);
    return calls.length <= times
      ? Promise.reject(Object.assign(new Error('refused'), { code }))
      : Promise.resolve('done');
  };
  return { task, calls };
};

describe('a program that starts', () => {
  it.each(['57P03', '25006', 'CONNECTION_CLOSED'])('waits while the database says %s', async (code) => {
    const { task, calls } = failing(code, 2);
    expect(await retryUntilDatabaseIsUp(task)).toBe('done');
    expect(calls).toHaveLength(3);
  });

  it('fails at once for another reason, and in the end for this one', async () => {
    for (const code of ['28P01', 'ECONNREFUSED']) {
      const wrong = failing(code, 1);
      await expect(retryUntilDatabaseIsUp(wrong.task)).rejects.toThrow('refused');
      expect(wrong.calls).toHaveLength(1);
    }
    await expect(retryUntilDatabaseIsUp(failing('57P03', 100).task, 600)).rejects.toThrow('refused');
  });
});
