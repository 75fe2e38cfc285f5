import { expect, it } from 'vitest';
import { useApi } from '../support/api.ts';

const PATH = '/.well-known/security.txt';
const silent = useApi();
const api = useApi({
  env: { SECURITY_CONTACT: 'mailto:security@example.com', ORIGIN: 'https://sign.example.com' },
});

it('says where to report vulnerabilities, if a setting does', async () => {
  api.clock.now = new Date('2026-11-28T12:00:00Z');
  const found = await api.call('GET', PATH);
  expect(found.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(found.bytes.toString()).toBe(
    'Contact: mailto:security@example.com\n' +
      'Expires: 2027-02-26T12:00:00.000Z\n' +
      'Canonical: https://sign.example.com/.well-known/security.txt\n',
  );
  expect((await silent.call('GET', PATH)).status).toBe(404);
});
