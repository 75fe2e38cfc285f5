import type { Check } from './result.ts';
import type { Report } from './verify.ts';

/** Returns a shell command that repeats a check without Countersign; null if there's no short one. */
export function buildCheckCommand(check: Check, name: string, report: Report): string | null {
  const file = `'${name.replaceAll("'", String.raw`'\''`)}'`;
  const { presented, originalBytes } = report;
  switch (check) {
    case 'file':
      return originalBytes === null
        ? `pdfsig ${file}`
        : `head -c ${originalBytes} ${file} > original.pdf && pdfsig original.pdf`;
    case 'presented':
      return presented === null
        ? null
        : `head -c ${presented.length} ${file} | sha256sum\n${presented.sha256}`;
    case 'audit_log':
      return `pdfdetach -savefile evidence.json ${file}`;
    default:
      return null;
  }
}
