/** Makes a PDF of A4 pages that say which page they are. Each is `padding` bytes larger than it has to be. */
export function makePages(count: number, padding = 0): Uint8Array {
  const sheets = Array.from({ length: count }, (_, index) => 4 + index);
  const objects = [
    '<</Type /Catalog /Pages 2 0 R>>',
    `<</Type /Pages /Kids [${sheets.map((number) => `${number} 0 R`).join(' ')}] /Count ${count}>>`,
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
    ...sheets.map(
      (number) =>
        `<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${number + count} 0 R /Resources <</Font <</F1 3 0 R>>>>>>`,
    ),
    ...sheets.map((_, index) => {
      const content = `BT /F1 24 Tf 72 740 Td (Page ${index + 1}) Tj ET${' '.repeat(padding)}`;
      return `<</Length ${content.length}>>\nstream\n${content}\nendstream`;
    }),
  ];
  let text = '%PDF-1.7\n';
  const rows = objects.map((object, index) => {
    const row = `${String(text.length).padStart(10, '0')} 00000 n \n`;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return row;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`;
  const trailer = `trailer\n<</Size ${objects.length + 1} /Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
  return new TextEncoder().encode(text + table + trailer);
}
