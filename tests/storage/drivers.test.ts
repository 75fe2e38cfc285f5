import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { buildBlobKey, InvalidKeyError, uploadKey } from '#server/storage/keys.ts';
import { openStorage } from '#server/storage/open-storage.ts';
import { startS3Server } from '../support/s3-server.ts';
import { type Backend, storageContract } from '../support/storage-contract.ts';

async function onDisk(): Promise<Backend> {
  const directory = await mkdtemp(join(tmpdir(), 'storage-test-'));
  return {
    url: pathToFileURL(directory).href,
    isLocal: true,
    close: () => rm(directory, { recursive: true, force: true }),
  };
}

async function inBucket(): Promise<Backend> {
  const server = await startS3Server();
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = server;
  const credentials = `${accessKeyId}:${encodeURIComponent(secretAccessKey)}`;
  return {
    url: `s3://${credentials}@${new URL(endpoint).host}/${bucket}?region=${region}&tls=0`,
    isLocal: false,
    close: () => server.close(),
  };
}

const backends: Record<string, () => Promise<Backend>> = {
  disk: onDisk,
  s3: inBucket,
  'encrypted disk': async () => ({ ...(await onDisk()), isEncrypted: true }),
  'encrypted s3': async () => ({ ...(await inBucket()), isEncrypted: true }),
};

describe.each(Object.entries(backends))('the contract, by the driver %s', (_name, start) => {
  storageContract(start);
});

describe('STORAGE_URL', () => {
  it.each([
    'nowhere',
    'ftp://host/bucket',
    'file:///',
    'file://host/directory',
    's3://KEY:SECRET@host/',
    's3://KEY@host/bucket',
    's3://KEY:SECRET@host/bucket?tls=2',
  ])('refuses %s', (url) => {
    expect(openStorage(url)).toBeNull();
  });

  it.each([
    'file:///srv/my%20papers',
    's3://AK:s%2Fcret@minio.local:9000/papers?region=eu-1&tls=0',
    's3://s3.eu-1.amazonaws.com/papers?region=eu-1',
  ])('takes %s', (url) => {
    expect(openStorage(url)).not.toBeNull();
  });

  it('determines where requests go', async () => {
    const storage = openStorage('s3://AK:s%2Fcret@minio.local:9000/papers?region=eu-1&tls=0');
    const target = await storage?.uploadTarget('org_1/uploads/env_1', { expiresSeconds: 60 });
    expect(target?.url).toMatch(/^http:\/\/minio\.local:9000\/papers\/org_1\/uploads\/env_1\?/);
    expect(target?.url).toMatch(/X-Amz-Credential=AK%2F\d{8}%2Feu-1%2F/);
  });
});

describe('keys', () => {
  const hash = 'ab'.repeat(32);

  it('are made of the organization, the kind and the name', () => {
    expect(buildBlobKey('org_1', hash)).toBe(`org_1/blobs/${hash}`);
    expect(uploadKey('org_1', 'env_1')).toBe('org_1/uploads/env_1');
  });

  it.each(['', hash.toUpperCase(), hash.slice(1), `${hash}0`, '../../secret'])(
    'refuse the hash %j',
    (wrong) => {
      expect(() => buildBlobKey('org_1', wrong)).toThrow(InvalidKeyError);
    },
  );

  it('refuse identifiers that would lead elsewhere', () => {
    expect(() => buildBlobKey('../org_2', hash)).toThrow(InvalidKeyError);
    expect(() => uploadKey('org_1', '../blobs/x')).toThrow(InvalidKeyError);
  });
});
