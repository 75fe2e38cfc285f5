import { describe, expect, it } from 'vitest';
import { isReturnUrl } from '#domain/organization/embedding.ts';

const known = { registered: ['https://app.example.com'], own: ['http://sign.internal:3000'] };

describe('a return URL', () => {
  it.each([
    'https://app.example.com',
    'https://app.example.com/contracts/4711?x=1#done',
    'http://sign.internal:3000/envelopes',
  ])('may be %s', (url) => {
    expect(isReturnUrl(url, known)).toBe(true);
  });

  it.each([
    'blob:https://app.example.com/9115d58c-bcda-ff47-86e5-083e9a215304',
    'blob:http://sign.internal:3000/9115d58c-bcda-ff47-86e5-083e9a215304',
    'filesystem:https://app.example.com/temporary/x',
    'javascript://app.example.com/%0aalert(1)',
    'ftp://app.example.com/',
    'https://user@app.example.com/',
    'https://app.example.com:444/',
    'https://app.example.com.evil.test/',
    'app.example.com',
  ])("can't be %s", (url) => {
    expect(isReturnUrl(url, known)).toBe(false);
  });
});
