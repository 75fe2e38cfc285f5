/** Formats a time as the certificate prints it: `21 Nov 2026, 09:55:01 UTC`. */
export function utcTime(date: Date): string {
  const [day, time] = date.toISOString().split('T');
  const [year, month, dayOfMonth] = (day ?? '').split('-');
  return `${Number(dayOfMonth)} ${MONTHS[Number(month) - 1] ?? ''} ${year ?? ''}, ${(time ?? '').slice(0, 8)} UTC`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Returns the steps that verify the document, which may be another file than the certificate. */
export function verificationSteps(verifyUrl: string | null, isApart: boolean): string[] {
  return [
    'Open this file in a PDF reader that validates signatures. The signature covers every byte, so the reader reports any change made after sealing.',
    'The attached file evidence.json contains every event with its hash. Recompute the chain from the first event on. The last hash must match the one above.',
    isApart
      ? 'This certificate belongs to the sealed document with the fingerprint above. That file was signed before it was sent, so it keeps its signatures and begins with the exact bytes that every signer was shown.'
      : 'This file begins with the exact bytes that every signer was shown; the signature dictionary gives their length. Their SHA-256 must match the fingerprint of the document shown to signers.',
    ...(verifyUrl === null ? [] : [`Or verify it online: ${verifyUrl}`]),
  ];
}
