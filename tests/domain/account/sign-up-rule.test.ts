import { describe, expect, it } from 'vitest';
import { admitsAddress, decideSignUp } from '#domain/account/sign-up-rule.ts';

const domains = { kind: 'domains', domains: ['acme.com', 'acme.de'] } as const;

describe('who may sign up', () => {
  it.each([
    [{ kind: 'default' }, false, true, 'code'],
    [{ kind: 'default' }, false, false, 'code'],
    [{ kind: 'default' }, true, true, 'invited'],
    [{ kind: 'default' }, true, false, 'anyone'],
    [{ kind: 'anyone' }, false, true, 'anyone'],
    [{ kind: 'anyone' }, true, true, 'anyone'],
    [{ kind: 'invited' }, false, true, 'code'],
    [{ kind: 'invited' }, true, false, 'invited'],
    [domains, false, true, 'code'],
    [domains, true, true, 'domains'],
  ] as const)('%j, accounts %s, mail %s: %s', (rule, hasAccounts, sendsMail, kind) => {
    expect(decideSignUp(rule, { hasAccounts, sendsMail }).kind).toBe(kind);
  });

  it.each([
    ['ada@acme.com', true],
    ['Ada@ACME.de', true],
    ['ada@mail.acme.com', false],
    ['"a@acme.com"@example.com', false],
    ['ada@notacme.com', false],
  ])('of listed domains: %s is %s', (email, expected) => {
    expect(admitsAddress(domains, email)).toBe(expected);
  });

  it('is nobody by address while sign-up is closed or takes a code', () => {
    expect(admitsAddress({ kind: 'invited' }, 'ada@acme.com')).toBe(false);
    expect(admitsAddress({ kind: 'code' }, 'ada@acme.com')).toBe(false);
  });
});
