const PDFA = 'http://www.aiim.org/pdfa/ns/id/';
const PDFUA = 'http://www.aiim.org/pdfua/ns/id/';
const XMP = 'http://ns.adobe.com/xap/1.0/';

/** What a PDF/A claim becomes. Conformance levels that aren't listed stay. */
type KeptClaim = { readonly part: string; readonly conformance: Readonly<Record<string, string>> };
/** What PDF/A claims become, by the claimed part. */
export type KeptClaims = Readonly<Record<string, KeptClaim>>;

/**
 * Decodes an XMP packet (ISO 16684-1, 7.3.4) in UTF-8, or in UTF-16 with a byte order mark. Returns null for
 * anything else.
 */
export function decodeXmp(bytes: Uint8Array): string | null {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** What a new packet says about a document. */
export type PacketFacts = {
  readonly title: string;
  readonly now: Date;
  /** When the document was created, if that is known. */
  readonly createdAt?: Date;
  /** Whether it also claims PDF/UA-1. */
  readonly isAccessible: boolean;
};

/** PDF/A permits properties of other schemas only if the packet describes them (ISO 19005-3, 6.6.2.3). */
const UA_SCHEMA = `<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA</pdfaSchema:schema><pdfaSchema:namespaceURI>${PDFUA}</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category><pdfaProperty:description>Part</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>`;

/** Creates the packet of a document that conforms to PDF/A-3u. */
export function createPacket({ title, now, createdAt, isAccessible }: PacketFacts): string {
  const date = formatDate(now);
  const text = title.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  const properties = [
    `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt></dc:title>`,
    ...(createdAt ? [`<xmp:CreateDate>${formatDate(createdAt)}</xmp:CreateDate>`] : []),
    ...['ModifyDate', 'MetadataDate'].map((name) => `<xmp:${name}>${date}</xmp:${name}>`),
    '<pdfaid:part>3</pdfaid:part><pdfaid:conformance>U</pdfaid:conformance>',
    isAccessible ? '<pdfuaid:part>1</pdfuaid:part>' : '',
  ];
  const namespaces = `xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="${XMP}" xmlns:pdfaid="${PDFA}" xmlns:pdfuaid="${PDFUA}"`;
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ${namespaces}>${properties.join('')}</rdf:Description>${isAccessible ? UA_SCHEMA : ''}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
}

/** Returns the part of PDF/A that a packet claims. */
export function readArchivePart(xmp: string): string | null {
  return readValue(xmp, PDFA, 'part');
}

/** Returns the part of PDF/UA that a packet claims. */
export function readAccessiblePart(xmp: string): string | null {
  return readValue(xmp, PDFUA, 'part');
}

/** Updates the PDF/A claims that are kept, and removes all others. Of PDF/UA, part 1 can be kept. */
export function withClaims(xmp: string, claims: KeptClaims, keepsUa: boolean): string {
  const part = readValue(xmp, PDFA, 'part');
  const rest = keepsUa && readValue(xmp, PDFUA, 'part') === '1' ? xmp : without(xmp, PDFUA);
  if (part === null) return rest;
  const kept = claims[part];
  if (kept === undefined) return without(rest, PDFA);
  const claimed = readValue(xmp, PDFA, 'conformance');
  const level = kept.conformance[(claimed ?? '').toUpperCase()] ?? claimed ?? '';
  const withPart = withValue(rest, PDFA, 'part', kept.part);
  return claimed === null && level !== ''
    ? withDescription(withPart, `xmlns:pdfaid="${PDFA}"`, `<pdfaid:conformance>${level}</pdfaid:conformance>`)
    : withValue(withPart, PDFA, 'conformance', level);
}

/** Updates the packet's modification dates. A packet that claims PDF/A must have the same date as /Info. */
export function withDates(xmp: string, now: Date): string {
  const date = formatDate(now);
  const dated = ['ModifyDate', 'MetadataDate'].reduce((text, key) => withValue(text, XMP, key, date), xmp);
  if (readValue(dated, PDFA, 'part') === null || readValue(dated, XMP, 'ModifyDate') !== null) return dated;
  return withDescription(dated, `xmlns:xmp="${XMP}"`, `<xmp:ModifyDate>${date}</xmp:ModifyDate>`);
}

function formatDate(now: Date): string {
  return now.toISOString().replace(/\.\d+Z$/, 'Z');
}

function withDescription(xmp: string, namespace: string, properties: string): string {
  const description = `<rdf:Description rdf:about="" ${namespace}>${properties}</rdf:Description>`;
  return xmp.replace('</rdf:RDF>', () => `${description}</rdf:RDF>`);
}

/** Returns the prefixes that are bound to a namespace. */
function findPrefixes(xmp: string, namespace: string): string[] {
  const bindings = xmp.matchAll(/xmlns:([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  const own = [...bindings].filter(([, , double, single]) => (double ?? single) === namespace);
  return [...new Set(own.map(([, prefix = '']) => prefix))];
}

/** Matches a property as an attribute (value in group 2) or an element (value in group 4). */
function buildPropertyPattern(prefix: string, name: string): RegExp {
  const property = `${prefix.replaceAll('.', '\\.')}:${name}`;
  return new RegExp(
    `(\\s${property}\\s*=\\s*["'])([^"']*)(["'])|<${property}(?:\\s[^>]*)?(?:/>|>([^<]*)</${property}\\s*>)`,
    'g',
  );
}

function readValue(xmp: string, namespace: string, name: string): string | null {
  for (const prefix of findPrefixes(xmp, namespace)) {
    const match = buildPropertyPattern(prefix, name).exec(xmp);
    if (match) return (match[2] ?? match[4] ?? '').trim();
  }
  return null;
}

function withValue(xmp: string, namespace: string, name: string, value: string): string {
  return findPrefixes(xmp, namespace).reduce(
    (text, prefix) =>
      text.replace(
        buildPropertyPattern(prefix, name),
        (_match, before?: string, _old?: string, after?: string) =>
          before === undefined
            ? `<${prefix}:${name}>${value}</${prefix}:${name}>`
            : `${before}${value}${after ?? ''}`,
      ),
    xmp,
  );
}

function without(xmp: string, namespace: string): string {
  return findPrefixes(xmp, namespace).reduce(
    (text, prefix) => text.replace(buildPropertyPattern(prefix, '[\\w.-]+'), ''),
    xmp,
  );
}
