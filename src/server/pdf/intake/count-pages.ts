import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

/**
 * How many pages the viewer of the signing page (pdf.js) counts: a number, `encrypted` when it asks for a password or knows
 * no way to decrypt, null when it cannot open the file.
 */
export async function countPages(bytes: Uint8Array): Promise<number | 'encrypted' | null> {
  const task = getDocument({
    // A copy: pdf.js takes the buffer that it is given away from us.
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
  });
  try {
    return (await task.promise).numPages;
  } catch (error) {
    return isAboutEncryption(error) ? 'encrypted' : null;
  } finally {
    await task.destroy();
  }
}

function isAboutEncryption(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'PasswordException' || /encryption/i.test(error.message);
}
