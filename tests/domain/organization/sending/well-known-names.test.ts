import { describe, expect, it } from 'vitest';
import {
  isMisleadingName,
  namesProduct,
  resemblesWellKnown,
} from '#domain/organization/sending/well-known-names.ts';

describe('a name that would pass for a well-known service', () => {
  it.each([
    'PayPal',
    'paypal billing team',
    'Р а y Р а l',
    'PayPaI',
    'Pay-Pal',
    'D0cuSign',
    'DocuSígn Support',
    'rnicrosoft',
    'Μісrоѕоft 365',
    'G00gle LLC',
    'Ｇｏｏｇｌｅ',
    'ᴘᴀʏᴘᴀʟ',
    'ᏢᎪᎩᏢᎪᏞ',
    'PayPaɩ',
    'Døcusign',
    'ɢoogle',
    'Dᴏcᴜꜱɪɢɴ',
    'Pay\u034fPal',
    'Apple Inc.',
    'Amazon Customer Service',
    'Chase Bank',
    'DHL',
  ])('is %j', (name) => {
    expect(resemblesWellKnown(name)).toBe(true);
  });

  it.each([
    'Acme Legal GmbH',
    'Apple Valley Dental',
    'Chase Miller',
    'Big Box Storage',
    'Stripe & Sons Painting',
    'Meta Rossi',
    'Visagist Anna',
    'Wise Owl Books',
    'Support',
    'Nowak Labs',
    '株式会社さくら',
    '',
  ])('is not %j', (name) => {
    expect(resemblesWellKnown(name)).toBe(false);
  });
});

describe('a misleading name', () => {
  it.each([
    'https://evil.test/pay',
    'ｈｔｔｐｓ：／／evil.test',
    'Pay at www.evil.test',
    'evil.test/pay',
    'DocuSign Security Team',
    'Microsoft Account',
    'Countersign Security Team',
  ])('is %j', (name) => {
    expect(isMisleadingName(name)).toBe(true);
  });

  it.each(['J.R.R. Tolkien', 'Dr.Anna Meier', 'Ada Lovelace, M.D./Ph.D.', 'Booking Agency 24/7', 'Nowak.io'])(
    'is not %j',
    (name) => {
      expect(isMisleadingName(name)).toBe(false);
    },
  );
});

it.each([
  ['Countersign Security Team', true],
  ['C0unterslgn', true],
  ['counter-sign', true],
  ['Counter offers', false],
  ['DocuSign', false],
])('%j names the product: %s', (text, names) => {
  expect(namesProduct(text)).toBe(names);
});
