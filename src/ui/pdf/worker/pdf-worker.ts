/** The script of the worker that parses PDFs. */
import './prepare-worker.ts';
import 'pdfjs-dist/build/pdf.worker.mjs';
