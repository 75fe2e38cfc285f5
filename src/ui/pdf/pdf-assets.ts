const named = { ...listGlyphMaps(), ...listStandardFonts(), ...listDecoders() };
const addresses = new Map(Object.entries(named).map(([path, url]) => [getFileName(path), url]));

/**
 * Fetches a file that pdf.js requests by name (a character map, a substitute for a standard font, or an image
 * decoder) from its hashed URL on the product's own origin. pdf.js's own factory needs plain directories.
 * Rejects if there is no file with that name or if the request fails.
 */
export async function fetchAsset(name: string): Promise<Uint8Array> {
  const address = addresses.get(name);
  if (address === undefined) throw new Error(`pdf.js asks for a file that it does not bring along: ${name}`);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`pdf.js cannot read ${name}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Mappings of CJK character codes for fonts that are not embedded. */
function listGlyphMaps(): Record<string, string> {
  return import.meta.glob<string>('/node_modules/pdfjs-dist/cmaps/*.bcmap', {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
  });
}

/** Metric-compatible substitutes for the fourteen fonts of ISO 32000-1, 9.6.2.2. */
function listStandardFonts(): Record<string, string> {
  return import.meta.glob<string>('/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
  });
}

/** Without these decoders, JPEG 2000 and JBIG2 images stay blank. */
function listDecoders(): Record<string, string> {
  return import.meta.glob<string>('/node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm', {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
  });
}

function getFileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
