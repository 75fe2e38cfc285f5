import { CertificateFlow, type PageSize } from './flow.ts';
import {
  footer,
  placeCopies,
  placeFacts,
  placeHistory,
  placeSigners,
  placeTitle,
  placeVerification,
} from './sections.ts';
import type { LoadedMarks } from '#server/pdf/drawing/marks.ts';
import type { CertificateOfCompletion } from '#server/pdf/seal/seal-request.ts';
import type { Sheet, Sheets } from '#server/pdf/drawing/sheets.ts';

const A4: PageSize = { width: 595.28, height: 841.89 };
const LETTER: PageSize = { width: 612, height: 792 };

/** Draws the certificate of completion, on as many pages as it takes. */
export function drawCertificate(
  sheets: Sheets,
  certificate: CertificateOfCompletion,
  marks: LoadedMarks,
  size: PageSize,
): Sheet[] {
  const flow = new CertificateFlow(size);
  placeTitle(flow, certificate);
  placeFacts(flow, certificate);
  placeSigners(flow, certificate, marks);
  placeCopies(flow, certificate);
  placeHistory(flow, certificate);
  placeVerification(flow, certificate);
  return flow.print(sheets, (page, pages) => footer(certificate, flow.width, page, pages));
}

/** Picks US Letter if a side of the first page is 8.5 inches long (give or take 0.1), else A4. Sizes in points. */
export function certificatePageSize(first: { width: number; height: number }): PageSize {
  const isLetterSide = (length: number): boolean => Math.abs(length - LETTER.width) <= 7.2;
  return isLetterSide(first.width) || isLetterSide(first.height) ? LETTER : A4;
}
