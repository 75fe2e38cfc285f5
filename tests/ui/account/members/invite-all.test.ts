import { describe, expect, it } from 'vitest';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { parseAddresses, inviteAll } from '#ui/account/members/invite-all.ts';

const taken = () => createInvalidRefusal([{ path: '/email', message: 'is already a member' }]);

describe('a list of addresses', () => {
  it.each([
    ['ada@acme.example', ['ada@acme.example']],
    [' ada@acme.example,\n ben@acme.example; ada@acme.example ', ['ada@acme.example', 'ben@acme.example']],
    ['  ', ['']],
  ])('%j is %j', (text, addresses) => {
    expect(parseAddresses(text)).toEqual(addresses);
  });
});

describe('inviting a list', () => {
  it('leaves out those that are refused, with the reason', async () => {
    const asked: string[] = [];
    const invited = await inviteAll(['ada@x.example', 'ben@x.example', 'eve@x.example'], async (email) => {
      asked.push(email);
      if (email.startsWith('ben')) throw taken();
    });
    expect(asked).toEqual(['ada@x.example', 'ben@x.example', 'eve@x.example']);
    expect(invited.counts).toEqual({ invited: 2 });
    expect(invited.leftOut).toEqual([{ name: 'ben@x.example', problem: expect.stringMatching(/member/) }]);
  });

  it('stops at the rate limit, and leaves out the rest', async () => {
    const asked: string[] = [];
    const invited = await inviteAll(['ada@x.example', 'ben@x.example', 'eve@x.example'], async (email) => {
      asked.push(email);
      if (asked.length > 1) throw createRefusal('rate_limited', { retryAfterSeconds: 60 });
    });
    expect(asked).toEqual(['ada@x.example', 'ben@x.example']);
    expect(invited.counts).toEqual({ invited: 1 });
    expect(invited.leftOut.map(({ name }) => name)).toEqual(['ben@x.example', 'eve@x.example']);
  });

  it('rejects with the first refusal if all are refused, and with what is no refusal at once', async () => {
    const first = taken();
    await expect(inviteAll(['ada@x.example'], () => Promise.reject(first))).rejects.toBe(first);
    const crash = new Error('no connection');
    await expect(inviteAll(['ada@x.example', 'ben@x.example'], () => Promise.reject(crash))).rejects.toBe(
      crash,
    );
  });
});
