import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { loadPdfium } from '#server/pdf/engine/pdfium.ts';
import { type GrayPixels, RenderedDocument, withFile } from '#server/pdf/engine/rendered-document.ts';

const run = promisify(execFile);
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const works = (command: string, ...options: string[]) =>
  spawnSync(command, options, { stdio: 'ignore' }).status === 0;

/** What a program shows and reads: a gray picture at 72 dots per inch, and the text, for each page. */
export type Reading = {
  readonly pictures?: readonly GrayPixels[];
  readonly texts?: readonly string[];
};

type Reader = {
  readonly name: string;
  /** What a computer needs to have. */
  readonly needs: string;
  readonly isHere: () => boolean;
  readonly read: (path: string, folder: string) => Promise<Readonly<Record<string, Reading>>>;
};

/** Programs that read PDFs, some of them several at once. */
export const READERS: readonly Reader[] = [
  { name: 'PDFium', needs: 'nothing', isHere: () => true, read: readWithPdfium },
  { name: 'pdf.js', needs: 'nothing', isHere: () => true, read: readWithPdfJs },
  { name: 'poppler', needs: 'poppler', isHere: () => works('pdftoppm', '-v'), read: readWithPoppler },
  { name: 'Ghostscript', needs: 'gs', isHere: () => works('gs', '--version'), read: readWithGhostscript },
  {
    ...{ name: 'PDFBox', needs: 'a JDK with Maven' },
    isHere: () => works('javac', '--version') && works('mvn', '--version'),
    read: readWithPdfBox,
  },
  {
    ...{ name: 'MuPDF, pypdf and pdfminer', needs: 'Python 3.10 with venv and pip' },
    isHere: () => works('python3', '-c', 'import sys, venv, pip; sys.exit(sys.version_info < (3, 10))'),
    read: readWithPython,
  },
];

async function readWithPdfium(path: string) {
  const library = await loadPdfium();
  const bytes = await readFile(path);
  const pictures = withFile(library, bytes, (file) => {
    const document = RenderedDocument.open(library, file, bytes.length);
    if (document === null) throw new Error('PDFium cannot open the file');
    try {
      return Array.from({ length: document.pageCount }, (_, index) => {
        const points = document.size(index);
        if (points === null) throw new Error('PDFium cannot open a page');
        const size = { width: Math.round(points.width), height: Math.round(points.height) };
        const picture = document.render(index, 'form', size, 30_000);
        if (picture === null) throw new Error('PDFium cannot render a page');
        return picture;
      });
    } finally {
      document.close();
    }
  });
  return { PDFium: { pictures } };
}

async function readWithPdfJs(path: string) {
  const resources = fileURLToPath(new URL('.', import.meta.resolve('pdfjs-dist/package.json')));
  const task = getDocument({
    data: new Uint8Array(await readFile(path)),
    verbosity: 0,
    cMapUrl: join(resources, 'cmaps/'),
    standardFontDataUrl: join(resources, 'standard_fonts/'),
    wasmUrl: join(resources, 'wasm/'),
    useSystemFonts: false,
  });
  const document = await task.promise;
  const [pictures, texts]: [GrayPixels[], string[]] = [[], []];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const viewport = page.getViewport({ scale: 1 });
    const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height));
    const context = canvas.getContext('2d');
    await page.render({ canvas: null, canvasContext: context as never, viewport }).promise;
    pictures.push(toGray(context.getImageData(0, 0, canvas.width, canvas.height)));
    const { items } = await page.getTextContent();
    texts.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
  }
  await task.destroy();
  return { 'pdf.js': { pictures, texts } };
}

async function readWithPoppler(path: string, folder: string) {
  await run('pdftoppm', ['-r', '72', '-cropbox', '-png', path, join(folder, 'poppler')]);
  const pictures = await readPictures(folder, 'poppler');
  const { stdout } = await run('pdftotext', [path, '-'], { maxBuffer: 2 ** 26 });
  return { poppler: { pictures, texts: stdout.split('\f').slice(0, pictures.length) } };
}

async function readWithGhostscript(path: string, folder: string) {
  const output = `-sOutputFile=${join(folder, 'ghostscript-%d.png')}`;
  const quality = ['-dTextAlphaBits=4', '-dGraphicsAlphaBits=4', '-dUseCropBox', '-r72'];
  await run('gs', ['-q', '-dSAFER', '-dBATCH', '-dNOPAUSE', '-sDEVICE=png16m', ...quality, output, path]);
  return { Ghostscript: { pictures: await readPictures(folder, 'ghostscript') } };
}

async function readWithPdfBox(path: string, folder: string) {
  await run(here('pdfbox.sh'), [path, folder], { maxBuffer: 2 ** 24 });
  const pictures = await readPictures(folder, 'pdfbox');
  const texts = pictures.map((_, index) => readFileSync(join(folder, `pdfbox-${index + 1}.txt`), 'utf8'));
  return { PDFBox: { pictures, texts } };
}

let python: Promise<string> | null = null;

async function readWithPython(path: string, folder: string) {
  python ??= preparePython(folder);
  const { stdout } = await run(await python, [here('read.py'), path, folder], { maxBuffer: 2 ** 26 });
  const texts = JSON.parse(stdout) as Record<'mupdf' | 'pypdf' | 'pdfminer', string[]>;
  return {
    MuPDF: { pictures: await readPictures(folder, 'mupdf'), texts: texts.mupdf },
    pypdf: { texts: texts.pypdf },
    pdfminer: { texts: texts.pdfminer },
  };
}

async function preparePython(folder: string): Promise<string> {
  const environment = process.env['READERS_PYTHON'] ?? join(folder, 'python');
  const program = join(environment, 'bin/python');
  if (process.env['READERS_PYTHON'] !== undefined) return program;
  await mkdir(environment, { recursive: true });
  await run('python3', ['-m', 'venv', environment]);
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--requirement'];
  await run(program, [...install, here('requirements.txt')]);
  return program;
}

/** Reads NAME-N.png of a folder in the order of N. */
async function readPictures(folder: string, name: string): Promise<GrayPixels[]> {
  const numbered = (await readdir(folder)).flatMap((file) => {
    const found = new RegExp(`^${name}-(\\d+)\\.png$`).exec(file);
    return found === null ? [] : [[Number(found[1]), file] as const];
  });
  numbered.sort(([one], [other]) => one - other);
  return await Promise.all(
    numbered.map(async ([, file]) => {
      const picture = await loadImage(await readFile(join(folder, file)));
      const canvas = createCanvas(picture.width, picture.height);
      const context = canvas.getContext('2d');
      context.drawImage(picture, 0, 0);
      return toGray(context.getImageData(0, 0, picture.width, picture.height));
    }),
  );
}

function toGray({ width, height, data }: { width: number; height: number; data: Uint8ClampedArray }) {
  const values = new Uint8Array(width * height);
  for (let at = 0; at < values.length; at += 1) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(4 * at, 4 * at + 4);
    const light = 0.299 * red + 0.587 * green + 0.114 * blue;
    values[at] = Math.round(255 - ((255 - light) * alpha) / 255);
  }
  return { width, height, values };
}
