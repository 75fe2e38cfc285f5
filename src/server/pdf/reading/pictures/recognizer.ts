import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import type { GrayPage } from '#reading/scans/gray-page.ts';
import type { PictureReader, ReadBox, ReadLine } from '#reading/scans/glyphs.ts';
import { findModel } from './reading-languages.ts';

/** What is used of Tesseract's interface, compiled to WebAssembly. */
type Tesseract = {
  readonly FS: { writeFile: (path: string, content: Uint8Array) => void };
  readonly TessBaseAPI: new () => TesseractApi;
};
type TesseractApi = {
  Init: (path: string, models: string, engine: number, configuration: undefined) => number;
  SetVariable: (name: string, value: string) => void;
  SetImageFile: (angle: number, upscale: number) => number;
  SetSourceResolution: (dotsPerInch: number) => void;
  Recognize: (monitor: null) => number;
  GetJSONText: () => string;
  Clear: () => void;
};

/** Tesseract's answer, of which every part may be missing. */
type Box = { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number };
type Part = { readonly text: string; readonly confidence: number; readonly bbox: Box };
type Answer = {
  readonly blocks?: readonly {
    readonly paragraphs?: readonly {
      readonly lines?: readonly {
        readonly baseline?: Box;
        readonly words?: readonly (Part & { readonly symbols?: readonly Part[] })[];
      }[];
    }[];
  }[];
};

/** The build of Tesseract: its newer engine only (LSTM), for processors with vector instructions (SIMD). */
const BUILD = 'tesseract.js-core/tesseract-core-simd-lstm.js';
const LSTM_ONLY = 1;

/** How a picture is divided (tesseract --help-psm). */
const PAGE = '3';
const BLOCK = '6';
const ROW = '7';

/** Scripts whose pages are taken for vertical text unless they are read as one block. */
const BLOCK_MODELS: ReadonlySet<string | undefined> = new Set(['chi_sim', 'jpn']);

const require = createRequire(import.meta.url);

/**
 * Opens Tesseract with models. It runs in this thread, without other programs, threads or network, and its
 * memory isn't freed until the process ends. Untrusted pictures belong in a separate process: see
 * scan-reader.ts.
 */
export async function openRecognizer(models: readonly string[]): Promise<PictureReader> {
  const load = require(BUILD) as (options: object) => Promise<Tesseract>;
  const silent = { print: () => undefined, printErr: () => undefined };
  const tesseract = await load(silent);
  for (const model of models)
    tesseract.FS.writeFile(`/${model}.traineddata`, gunzipSync(readFileSync(findModel(model))));
  const api = new tesseract.TessBaseAPI();
  if (api.Init('/', models.join('+'), LSTM_ONLY, undefined) === -1)
    throw new Error(`Tesseract cannot load ${models.join(', ')}`);
  const read = (gray: GrayPage, division: string): ReadLine[] => {
    const header = Buffer.from(`P5\n${gray.width} ${gray.height}\n255\n`);
    tesseract.FS.writeFile('/input', Buffer.concat([header, gray.values]));
    api.SetVariable('tessedit_pageseg_mode', division);
    if (api.SetImageFile(1, 0) === 1) return [];
    try {
      api.SetSourceResolution(Math.round(gray.scale * 72));
      if (api.Recognize(null) !== 0) return [];
      return listLines(JSON.parse(api.GetJSONText()) as Answer);
    } finally {
      api.Clear();
    }
  };
  const whole = BLOCK_MODELS.has(models[0]) ? BLOCK : PAGE;
  return { readPage: (gray) => read(gray, whole), readRow: (gray) => read(gray, ROW) };
}

function listLines({ blocks = [] }: Answer): ReadLine[] {
  return blocks
    .flatMap(({ paragraphs = [] }) => paragraphs.flatMap(({ lines = [] }) => lines))
    .map(({ baseline, words = [] }) => ({
      words: words.map((word) => ({ ...toReadBox(word), letters: (word.symbols ?? []).map(toReadBox) })),
      baseline: baseline ?? null,
    }))
    .filter(({ words }) => words.length > 0);
}

function toReadBox({ text, confidence, bbox }: Part): ReadBox {
  return { text, confidence, x: bbox.x0, y: bbox.y0, width: bbox.x1 - bbox.x0, height: bbox.y1 - bbox.y0 };
}
