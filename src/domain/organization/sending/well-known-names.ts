import unhomoglyph from 'unhomoglyph';

/**
 * Latin letters, each with the characters that can be read as it, in addition to those of UTS #39: other
 * scripts, digits, small capitals and letters with strokes.
 */
const ALIKE: ReadonlyMap<string, string> = new Map(
  (
    [
      ['a', 'аαɑ@ᴀɐ'],
      ['b', 'вьβ8ʙƀɓ'],
      ['c', 'сϲᴄȼɔ'],
      ['d', 'ԁᴅđɖɗ'],
      ['e', 'еєε3ᴇɇəǝ'],
      ['f', 'ꜰƒ'],
      ['g', 'ɡց9ɢǥɠ'],
      ['h', 'һհʜħɦ'],
      ['j', 'јᴊɉ'],
      ['k', 'кκᴋƙ'],
      ['l', 'iıіιӏ1|!ɪʟłɨɩƚɭ'],
      ['m', 'мμᴍɱ'],
      ['n', 'пոηɴɲƞ'],
      ['o', 'оοօσ0ᴏøɵ'],
      ['p', 'рρᴘƥþ'],
      ['q', 'ԛꞯʠ'],
      ['r', 'гʀɍɼɾ'],
      ['s', 'ѕ5$ꜱʂ'],
      ['t', 'тτ7ᴛŧƭʈ'],
      ['u', 'υսцᴜʉ'],
      ['v', 'ѵνᴠʋ'],
      ['w', 'ԝωшᴡɯ'],
      ['x', 'хχ'],
      ['y', 'уүγʏɏƴ'],
      ['z', 'ᴢƶʐ'],
    ] as const
  ).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
);

const PRODUCT = 'countersign';

/** Names that nobody has by chance. They are recognized anywhere in a name. */
const DISTINCT = [
  ...[
    'paypal',
    'docusign',
    'microsoft',
    'google',
    'facebook',
    'instagram',
    'whatsapp',
    'linkedin',
    'netflix',
  ],
  ...[
    'adobesign',
    'acrobatsign',
    'hellosign',
    'dropbox',
    'pandadoc',
    'signnow',
    'onespan',
    'yousign',
    'skribble',
  ],
  ...[
    'docuseal',
    'documenso',
    'opensign',
    'coinbase',
    'binance',
    'mastercard',
    'americanexpress',
    'westernunion',
  ],
  ...['barclays', 'santander', 'deutschebank', 'commerzbank', 'creditsuisse', 'bankofamerica', 'wellsfargo'],
  ...['citibank', 'jpmorgan', 'goldmansachs', 'morganstanley', 'salesforce', 'sharepoint', 'onedrive'],
  ...['office365', 'microsoft365', 'gmail', 'icloud', 'itunes', 'ebay', 'fedex', 'royalmail', 'revolut'],
  PRODUCT,
] as const;

/**
 * Names that are also common words or parts of words. They are recognized only if the rest of the name
 * consists of words of {@link USUAL}.
 */
const WORDS = [
  ...[
    'amazon',
    'apple',
    'adobe',
    'meta',
    'stripe',
    'visa',
    'chase',
    'hsbc',
    'ubs',
    'ing',
    'dhl',
    'ups',
    'usps',
  ],
  ...[
    'irs',
    'hmrc',
    'zoom',
    'slack',
    'github',
    'oracle',
    'sap',
    'ibm',
    'klarna',
    'wise',
    'klm',
    'aws',
    'azure',
  ],
  ...[
    'outlook',
    'office',
    'box',
    'notion',
    'shopify',
    'uber',
    'airbnb',
    'booking',
    'twitter',
    'telegram',
    'tiktok',
  ],
] as const;

/** Words that impostors add to a name. */
const USUAL: ReadonlySet<string> = new Set(
  [
    ...['inc', 'llc', 'ltd', 'gmbh', 'ag', 'corp', 'corporation', 'company', 'co', 'the', 'group', 'global'],
    ...[
      'support',
      'security',
      'service',
      'services',
      'team',
      'billing',
      'account',
      'accounts',
      'help',
      'helpdesk',
    ],
    ...[
      'center',
      'centre',
      'customer',
      'care',
      'payments',
      'payment',
      'pay',
      'bank',
      'online',
      'official',
      'sign',
    ],
    ...[
      'signature',
      'signatures',
      'documents',
      'document',
      'cloud',
      'store',
      'id',
      'admin',
      'notifications',
      'com',
    ],
  ].map(foldLookalikes),
);

const DISTINCT_FOLDED = DISTINCT.map(foldLookalikes);
const WORDS_FOLDED: ReadonlySet<string> = new Set(WORDS.map(foldLookalikes));

/**
 * Checks whether a name could be mistaken for that of a well-known service, even when it uses letters that
 * look alike (UTS #39), digits for letters, accents, signs, or spaces between letters.
 */
export function resemblesWellKnown(name: string): boolean {
  const whole = foldLookalikes(name);
  if (DISTINCT_FOLDED.some((known) => whole.includes(known))) return true;
  if (WORDS_FOLDED.has(whole)) return true;
  const words = toPlain(name)
    .split(/[^\p{L}\d]+/u)
    .map(foldLookalikes)
    .filter((word) => word !== '');
  const rest = words.filter((word) => !USUAL.has(word));
  return rest.length > 0 && rest.every((word) => WORDS_FOLDED.has(word));
}

/**
 * Checks whether a name could make people believe that it isn't a person's or an organization's own: it
 * resembles that of a well-known service, or contains a web address.
 */
export function isMisleadingName(name: string): boolean {
  return resemblesWellKnown(name) || WEB_ADDRESS.test(name.normalize('NFKC'));
}

/** Checks whether a text contains the name of this product, however it is spelled. */
export function namesProduct(text: string): boolean {
  return foldLookalikes(text).includes(foldLookalikes(PRODUCT));
}

/** A scheme, a `www.`, or a domain with a path. */
const WEB_ADDRESS = /:\/\/|\bwww\.|[^\s./]\.[^\s./]{2,}\/\S/iu;

/** Maps letters and digits that look alike to the same character and removes everything else. */
export function foldLookalikes(text: string): string {
  return [...toPlain(text)]
    .map((character) => ALIKE.get(character) ?? character)
    .join('')
    .replaceAll(/[^a-z\d]/g, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

function toPlain(text: string): string {
  const bare = withoutMarks(unhomoglyph(withoutMarks(text))).toLowerCase();
  return unhomoglyph(bare);
}

function withoutMarks(text: string): string {
  return text.normalize('NFKD').replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '');
}
