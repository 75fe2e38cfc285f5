import { deflateRawSync, crc32 } from 'node:zlib';

/** A file in a hand-made zip, whose metadata may be wrong. */
export type ZipFile = {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** The size in the directory, if it isn't the real one. */
  readonly claims?: number;
  /** The name in the local header, if it's a different one. */
  readonly localName?: string;
  readonly flags?: number;
};

export const CONTENT_TYPES =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A relationship of the main part, as XML. */
export function relationship(kind: string, target: string, mode = ' TargetMode="External"'): string {
  return `<Relationship Id="rId9" Type="${OFFICE}/${kind}" Target="${target}"${mode}/>`;
}

/** The files of a Word document with these paragraphs, plus further files and relationships. */
export function docxFiles(
  paragraphs: readonly string[],
  more: { readonly relationships?: string; readonly files?: readonly ZipFile[] } = {},
): ZipFile[] {
  const body = paragraphs
    .map((text) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`)
    .join('');
  return docxOfBody(body, more);
}

/** The files of a Word document with this body, as XML. */
export function docxOfBody(
  body: string,
  more: { readonly relationships?: string; readonly files?: readonly ZipFile[] } = {},
): ZipFile[] {
  return [
    { name: '[Content_Types].xml', content: CONTENT_TYPES },
    {
      name: '_rels/.rels',
      content: `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: 'word/document.xml',
      content: `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    },
    {
      name: 'word/_rels/document.xml.rels',
      content: `<Relationships xmlns="${PACKAGE}">${more.relationships ?? ''}</Relationships>`,
    },
    ...(more.files ?? []),
  ];
}

/** A Word document with these paragraphs. */
export function docx(...paragraphs: string[]): Buffer {
  return zip(docxFiles(paragraphs));
}

/**
 * Writes a zip without checking or correcting anything; `count` is the number of files that its end states,
 * if it isn't the real one.
 */
export function zip(files: readonly ZipFile[], count = files.length): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claims, localName = name, flags = 0 } of files) {
    const bytes = Buffer.from(content as string);
    const packed = deflateRawSync(bytes);
    const facts = Buffer.alloc(22);
    facts.writeUInt16LE(8, 0);
    facts.writeUInt32LE(crc32(bytes), 6);
    facts.writeUInt32LE(packed.length, 10);
    facts.writeUInt32LE(claims ?? bytes.length, 14);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(flags, 6);
    facts.copy(local, 8, 0, 18);
    local.writeUInt16LE(Buffer.byteLength(localName), 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(20, 4);
    central.writeUInt16LE(20, 6);
    central.writeUInt16LE(flags, 8);
    facts.copy(central, 10, 0, 18);
    central.writeUInt16LE(Buffer.byteLength(name), 28);
    central.writeUInt32LE(offset, 42);
    directory.push(central, Buffer.from(name));
    parts.push(local, Buffer.from(localName), packed);
    offset += 30 + Buffer.byteLength(localName) + packed.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

/** A compound file (MS-CFB) with directory entries for these streams, enough to be recognized. */
export function compoundFile(...streams: string[]): Buffer {
  const header = Buffer.alloc(512);
  header.write('d0cf11e0a1b11ae1', 'hex');
  const entries = streams.map((name) => {
    const entry = Buffer.alloc(128);
    entry.write(name, 'utf16le');
    entry.writeUInt16LE(2 * (name.length + 1), 64);
    entry.writeUInt8(2, 66);
    return entry;
  });
  return Buffer.concat([header, ...entries]);
}
