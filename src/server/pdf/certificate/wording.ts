/** A moment as the certificate prints it, to the second and in UTC: `21 Nov 2026, 09:55:01 UTC`. */
export function utcTime(date: Date): string {
  const [day, time] = date.toISOString().split('T');
  const [year, month, dayOfMonth] = (day ?? '').split('-');
  return `${Number(dayOfMonth)} ${MONTHS[Number(month) - 1] ?? ''} ${year ?? ''}, ${(time ?? '').slice(0, 8)} UTC`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** What the certificate says on how to check the document; the numbers of steps are part of the text. */
export function verificationSteps(verifyUrl: string | null): string[] {
  return [
    'Open this file in a PDF reader that validates signatures. Its signature covers every byte; the reader reports any change made after sealing.',
    'The attached file evidence.json holds every event with its hash. Recompute the chain from the first event: its last hash must be the one printed above.',
    'The first bytes of this file, up to the length that the signature dictionary names, are the document exactly as each signer was shown it. Their SHA-256 is the presented fingerprint above.',
    ...(verifyUrl === null ? [] : [`Or check it online: ${verifyUrl}`]),
  ];
}
