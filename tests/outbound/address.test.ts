import { describe, expect, it } from 'vitest';
import { addressReach } from '#server/outbound/address.ts';

const THIS_MACHINE = [
  { address: '127.0.0.0', prefix: 8, family: 'ipv4' },
  { address: '::1', prefix: 128, family: 'ipv6' },
] as const;
const nowhereElse = addressReach({ networks: [] });

describe('addresses', () => {
  it.each(['93.184.215.14', '1.1.1.1', '2606:4700:4700::1111', '::ffff:93.184.215.14'])(
    '%s is public',
    (address) => expect(nowhereElse(address)).toBe('public'),
  );

  it.each([
    ['this host', ['0.0.0.0', '0.1.2.3', '::']],
    ['loopback', ['127.0.0.1', '127.255.255.254', '::1']],
    ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12::1', 'fec0::1']],
    ['link-local', ['169.254.1.1', 'fe80::1']],
    ['shared by a provider', ['100.64.0.1']],
    ['multicast and broadcast', ['224.0.0.1', '255.255.255.255', 'ff02::1']],
    ['reserved', ['192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '240.0.0.1']],
    ['reserved in IPv6', ['100::1', '2001:db8::1', '3fff::1', '2001:10::1', '4000::1', '5f00::1']],
    [
      'metadata of a cloud',
      ['169.254.169.254', '169.254.170.2', '168.63.129.16', '100.100.100.200', 'fd00:ec2::254'],
    ],
    [
      'IPv4 mapped into IPv6',
      ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe', '::ffff:a83f:8110'],
    ],
    [
      'IPv4 within IPv6 by other ways',
      ['::127.0.0.1', '::10.0.0.1', '64:ff9b::10.0.0.1', '2002:7f00:1::1', '2001:0:1::1'],
    ],
    ['no address', ['', 'localhost', '127.1', '0x7f.0.0.1', '2130706433', '10.0.0.1/8']],
  ])('%s: %j is forbidden', (_kind, addresses) => {
    expect(addresses.map(nowhereElse)).toEqual(addresses.map(() => 'forbidden'));
  });

  it('are allowed only in networks the operator permits', () => {
    const reach = addressReach({
      networks: [
        { address: '10.1.0.0', prefix: 16, family: 'ipv4' },
        { address: 'fd00::', prefix: 8, family: 'ipv6' },
      ],
    });
    expect(['10.1.2.3', '::ffff:10.1.2.3', 'fd12::1'].map(reach)).toEqual(['allowed', 'allowed', 'allowed']);
    expect(['10.2.0.1', '127.0.0.1', 'fc00::1'].map(reach)).toEqual(['forbidden', 'forbidden', 'forbidden']);
    expect(reach('fd00:ec2::254'), 'metadata lies within it').toBe('forbidden');
  });

  it('of this machine are allowed where the operator says so', () => {
    const reach = addressReach({ networks: THIS_MACHINE });
    expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map(reach)).toEqual(['allowed', 'allowed', 'allowed']);
    expect(['0.0.0.0', '10.0.0.1'].map(reach)).toEqual(['forbidden', 'forbidden']);
  });
});
