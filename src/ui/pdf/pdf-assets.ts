const named = { ...glyphMaps(), ...standardFonts(), ...decoders() };
const addresses = new Map(Object.entries(named).map(([path, url]) => [fileName(path), url]));

/**
 * Gives pdf.js the files it requests by name (character maps, substitutes for the standard fonts, image decoders) from
 * their hashed URLs on our origin. Replaces pdf.js's own factory, which needs plain directories.
 */
export class OwnOriginFiles {
  /** Fetches one file; rejects if there is none with that name or the request fails. */
  async fetch({ filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    const address = addresses.get(filename);
    if (address === undefined)
      throw new Error(`pdf.js asks for a file that it does not bring along: ${filename}`);
    const response = await fetch(address);
    if (!response.ok) throw new Error(`pdf.js cannot read ${filename}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

/** Mappings of CJK character codes for fonts that are not embedded. */
function glyphMaps(): Record<string, string> {
  return import.meta.glob<string>('/node_modules/pdfjs-dist/cmaps/*.bcmap', {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
  });
}

/** Metric-compatible fonts for the fourteen of ISO 32000-1, 9.6.2.2. */
function standardFonts(): Record<string, string> {
  return import.meta.glob<string>('/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
  });
}

/** Without these, JPEG 2000 and JBIG2 images stay blank. */
function decoders(): Record<string, string> {
  return import.meta.glob<string>('/node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm', {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
  });
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
