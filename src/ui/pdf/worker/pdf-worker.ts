/** The script of the worker that reads PDFs. */
import './prepare-worker.ts';
import 'pdfjs-dist/build/pdf.worker.mjs';
