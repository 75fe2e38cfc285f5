import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { init } from '@embedpdf/pdfium';
import { startTimeBudget } from '#server/process/time-budget.ts';

type FunctionName =
  | 'EPDFDoc_GetPageObjectNumberByIndex'
  | 'FORM_OnAfterLoadPage'
  | 'FORM_OnBeforeClosePage'
  | 'FPDFBitmap_CreateEx'
  | 'FPDFBitmap_Destroy'
  | 'FPDFBitmap_FillRect'
  | 'FPDFBitmap_GetBuffer'
  | 'FPDFBitmap_GetStride'
  | 'FPDF_FFLDraw'
  | 'FPDF_RenderPageBitmap'
  | 'FPDF_RenderPageBitmap_Start'
  | 'FPDF_RenderPage_Close'
  | 'FPDF_SaveAsCopy'
  | 'FPDF_SetFormFieldHighlightAlpha'
  | 'FPDFPage_GetAnnotCount'
  | 'FPDFClipPath_CountPathSegments'
  | 'FPDFClipPath_CountPaths'
  | 'FPDFClipPath_GetPathSegment'
  | 'FPDFFont_GetBaseFontName'
  | 'FPDFFont_GetFlags'
  | 'FPDFFont_GetWeight'
  | 'FPDFFormObj_CountObjects'
  | 'FPDFFormObj_GetObject'
  | 'FPDFPageObj_GetClipPath'
  | 'FPDFPageObj_GetDashCount'
  | 'FPDFPageObj_GetFillColor'
  | 'FPDFPageObj_GetMatrix'
  | 'FPDFPageObj_GetStrokeColor'
  | 'FPDFPageObj_GetStrokeWidth'
  | 'FPDFPageObj_GetType'
  | 'FPDFPageObj_SetIsActive'
  | 'FPDFPage_CountObjects'
  | 'FPDFPage_GetObject'
  | 'FPDFPage_GetRotation'
  | 'FPDFPathSegment_GetClose'
  | 'FPDFPathSegment_GetPoint'
  | 'FPDFPathSegment_GetType'
  | 'FPDFPath_CountSegments'
  | 'FPDFPath_GetDrawMode'
  | 'FPDFPath_GetPathSegment'
  | 'FPDFTextObj_GetFont'
  | 'FPDFTextObj_GetTextRenderMode'
  | 'FPDFText_ClosePage'
  | 'FPDFText_CountChars'
  | 'FPDFText_GetCharBox'
  | 'FPDFText_GetCharOrigin'
  | 'FPDFText_GetFontSize'
  | 'FPDFText_GetLooseCharBox'
  | 'FPDFText_GetMatrix'
  | 'FPDFText_GetText'
  | 'FPDFText_GetTextObject'
  | 'FPDFText_IsGenerated'
  | 'FPDFText_GetUnicode'
  | 'FPDFText_LoadPage'
  | 'FPDF_CloseDocument'
  | 'FPDF_ClosePage'
  | 'FPDF_GetLastError'
  | 'FPDF_GetPageBoundingBox'
  | 'FPDF_GetPageCount'
  | 'FPDF_GetPageHeightF'
  | 'FPDF_GetPageWidthF'
  | 'FPDF_LoadMemDocument'
  | 'FPDF_LoadPage'
  | 'PDFiumExt_CloseFileWriter'
  | 'PDFiumExt_CloseFormFillInfo'
  | 'PDFiumExt_ExitFormFillEnvironment'
  | 'PDFiumExt_GetFileWriterData'
  | 'PDFiumExt_GetFileWriterSize'
  | 'PDFiumExt_InitFormFillEnvironment'
  | 'PDFiumExt_OpenFileWriter'
  | 'PDFiumExt_OpenFormFillInfo';

/** PDFium's raw exports. Pointers are numbers, null is 0, and booleans are 0 and 1. */
type PdfiumFunctions = Readonly<Record<FunctionName, (...parameters: readonly number[]) => number>>;

/**
 * PDFium and its memory. Callers must get the memory again after every call that may allocate, because the
 * memory moves when it grows.
 */
export type Pdfium = {
  readonly api: PdfiumFunctions;
  readonly allocate: (bytes: number) => number;
  readonly free: (pointer: number) => void;
  readonly memory: () => ArrayBuffer;
  /** Calls `use` with a pointer to an IFSDK_PAUSE that stops rendering after `limitMs`. */
  readonly withTimeLimit: <Result>(limitMs: number, use: (pause: number) => Result) => Result;
};

/** The version, and the length of the struct: version, function and user data. */
const PAUSE = { version: 1, length: 3 } as const;

let loading: Promise<Pdfium> | null = null;

/** Loads PDFium once per process (about 40 ms). */
export function loadPdfium(): Promise<Pdfium> {
  loading ??= load();
  return loading;
}

/** Drops the loaded PDFium, whose memory may be damaged after it threw. The next caller loads a new one. */
export function discardPdfium(): void {
  loading = null;
}

async function load(): Promise<Pdfium> {
  const program = await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));
  const wasmBinary = program.buffer.slice(program.byteOffset, program.byteOffset + program.length);
  const module = await init({ wasmBinary: wasmBinary as ArrayBuffer });
  module.PDFiumExt_Init();
  const exports = module.pdfium.wasmExports as typeof module.pdfium.wasmExports &
    PdfiumFunctions & { memory: WebAssembly.Memory };
  let budget = startTimeBudget(0);
  const isLate = module.pdfium.addFunction(() => Number(budget.isSpent()), 'ii');
  const pause = exports.malloc(PAUSE.length * Int32Array.BYTES_PER_ELEMENT);
  new Int32Array(exports.memory.buffer, pause, PAUSE.length).set([PAUSE.version, isLate, 0]);
  return {
    // The module's own wrappers convert types on every call, which takes longer than most of the calls
    // themselves.
    api: exports,
    allocate: (bytes) => exports.malloc(bytes),
    free: (pointer) => exports.free(pointer),
    memory: () => exports.memory.buffer as ArrayBuffer,
    withTimeLimit: (limitMs, use) => {
      budget = startTimeBudget(limitMs);
      return use(pause);
    },
  };
}
