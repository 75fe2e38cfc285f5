import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInstanceAuthority, issueSealCertificate } from '#server/crypto/certificate-authority.ts';
import { administratorOf } from '../../support/administrator.ts';
import { useApi } from '../../support/api.ts';
import { useOwner } from '../../support/owner.ts';
import { writePkcs12 } from '../../support/pkcs12.ts';
import { shownFaults } from '../../support/shown-faults.ts';

const directory = mkdtempSync(join(tmpdir(), 'countersign-expired-'));
const now = new Date('2001-01-01T00:00:00.000Z');
const expired = await issueSealCertificate(await createInstanceAuthority('Old', now, { keyType: 'p256' }), {
  ...{ organizationName: 'Old Keys Ltd', now, keyType: 'p256' },
});
const api = useApi({
  env: {
    SEAL_PKCS12: writePkcs12(directory, expired, 'secret'),
    SEAL_PKCS12_PASSWORD: 'secret',
    TIMESTAMP_URLS: 'http://127.0.0.1:1/tsa',
  },
});
const owner = useOwner(api);
let cookie: string;

beforeAll(async () => {
  api.clock.now = new Date();
  cookie = await administratorOf(api, owner, await api.tenant());
});
afterAll(() => rmSync(directory, { recursive: true }));

it('an expired certificate and a timestamp service that is away show as documented', async () => {
  expect(await api.services.timestamps.stamp(new Uint8Array(32))).toBeNull();
  const { ready, failing, metrics, page } = await shownFaults(api, cookie);
  expect({ ready, failing }).toEqual({ ready: 200, failing: ['timestamps', 'sealKey'] });
  for (const check of failing)
    expect(metrics).toMatch(new RegExp(`^countersign_health\\{check="${check}"\\} 0$`, 'm'));
  expect(page).toEqual(
    expect.arrayContaining(['The sealing key can’t be used.', 'No timestamp service answers.']),
  );
});
