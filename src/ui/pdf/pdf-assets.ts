const named = { ...glyphMaps(), ...standardFonts(), ...decoders() };
const addresses = new Map(Object.entries(named).map(([path, url]) => [fileName(path), url]));

/**
 * Hands pdf.js the files that it asks for by name (character maps, the standard fonts' substitutes, image decoders), each
 * from its hashed address on our own origin. Takes the place of pdf.js' own factory, which needs plain directories.
 */
export class OwnOriginFiles {
  /** Fetches one file; rejects when there is none of that name or the server does not answer with it. */
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
