import { CONTENT_TYPES, docxOfBody, relationship, zip, type ZipFile } from './docx.ts';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const BY = 'w:id="7" w:author="Ada" w:date="2027-03-01T09:00:00Z"';
const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** Runs and changes as Word writes them. */
export const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
export const inserted = (text: string) => `<w:ins ${BY}>${run(text)}</w:ins>`;
export const deleted = (text: string) =>
  `<w:del ${BY}><w:r><w:delText xml:space="preserve">${text}</w:delText></w:r></w:del>`;
export const movedFrom = (text: string) =>
  `<w:moveFromRangeStart ${BY} w:name="m"/><w:moveFrom ${BY}>${run(text)}</w:moveFrom><w:moveFromRangeEnd w:id="7"/>`;
export const movedTo = (text: string) =>
  `<w:moveToRangeStart ${BY} w:name="m"/><w:moveTo ${BY}>${run(text)}</w:moveTo><w:moveToRangeEnd w:id="7"/>`;
export const commented = (text: string) =>
  `<w:commentRangeStart w:id="0"/>${run(text)}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>`;
/** A paragraph; `mark` is what happened to its paragraph mark. */
export const paragraph = (
  content: string,
  mark: '' | 'ins' | 'del' | 'moveFrom' | 'moveTo' = '',
  style = '',
) =>
  `<w:p><w:pPr>${style === '' ? '' : `<w:jc w:val="${style}"/>`}${mark === '' ? '' : `<w:rPr><w:${mark} ${BY}/></w:rPr>`}</w:pPr>${content}</w:p>`;
export const row = (cells: readonly string[], change: '' | 'ins' | 'del' = '') =>
  `<w:tr>${change === '' ? '' : `<w:trPr><w:${change} ${BY}/></w:trPr>`}${cells.join('')}</w:tr>`;
export const cell = (content: string, change: '' | 'cellIns' | 'cellDel' = '') =>
  `<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/>${change === '' ? '' : `<w:${change} ${BY}/>`}</w:tcPr>${content}</w:tc>`;
export const table = (...rows: string[]) => `<w:tbl><w:tblPr/><w:tblGrid/>${rows.join('')}</w:tbl>`;
/** A change of properties, from and to. */
export const changed = (name: string, now: string, before: string) =>
  `<w:${name}>${now}<w:${name}Change ${BY}><w:${name}>${before}</w:${name}></w:${name}Change></w:${name}>`;

/** A contract with every kind of tracked change, in its body, a header and a footnote, and with a comment. */
export function negotiatedContract(): Buffer {
  const body = [
    paragraph(`${run('The fee is ')}${deleted('900 dollars')}${inserted('1,200 dollars')}${run('.')}`),
    paragraph(run('Payment is due '), 'del'),
    paragraph(run('within thirty days.')),
    paragraph(deleted('Clause struck out.'), 'del'),
    paragraph(inserted('Clause brand new.'), 'ins'),
    paragraph(movedFrom('Clause on the move.'), 'moveFrom'),
    paragraph(commented('Clause with a question.')),
    paragraph(movedTo('Clause on the move.'), 'moveTo'),
    paragraph(`${run('A note')}<w:r><w:footnoteReference w:id="2"/></w:r>`),
    table(
      row([cell(paragraph(run('Item'))), cell(paragraph(run('Price')))]),
      row([cell(paragraph(deleted('Old line'))), cell(paragraph(deleted('1')))], 'del'),
      row([cell(paragraph(inserted('New line'))), cell(paragraph(inserted('2')))], 'ins'),
    ),
    paragraph(`<w:r>${changed('rPr', '<w:b/>', '<w:i/>')}<w:t>Formatted anew.</w:t></w:r>`),
    '<w:sectPr><w:headerReference w:type="default" r:id="rId2"/></w:sectPr>',
  ].join('');
  const files: ZipFile[] = [
    {
      name: 'word/header1.xml',
      content: part('hdr', paragraph(deleted('Draft one') + inserted('Draft two'))),
    },
    {
      name: 'word/footnotes.xml',
      content: part(
        'footnotes',
        `<w:footnote w:id="2">${paragraph(run('Taxes are ') + deleted('included') + inserted('extra'))}</w:footnote>`,
      ),
    },
    {
      name: 'word/comments.xml',
      content: part(
        'comments',
        `<w:comment ${BY.replace('7', '0')}>${paragraph(run('Is this right?'))}</w:comment>`,
      ),
    },
  ];
  const relationships = [
    relationship('header', 'header1.xml', '').replace('rId9', 'rId2'),
    relationship('footnotes', 'footnotes.xml', '').replace('rId9', 'rId3'),
    relationship('comments', 'comments.xml', '').replace('rId9', 'rId4'),
  ].join('');
  return zip(
    docxOfBody(body, { relationships, files }).map(({ name, content }) => ({
      name,
      content:
        name === '[Content_Types].xml'
          ? CONTENT_TYPES.replace(
              '</Types>',
              `${['header1', 'footnotes', 'comments'].map(override).join('')}</Types>`,
            )
          : String(content).replace(
              '<w:document ',
              '<w:document xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ',
            ),
    })),
  );
}

function part(root: string, content: string): string {
  return `<w:${root} ${W}>${content}</w:${root}>`;
}

function override(name: string): string {
  return `<Override PartName="/word/${name}.xml" ContentType="${MAIN}.${name.replace(/\d/, '')}+xml"/>`;
}
