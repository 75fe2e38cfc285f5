/** What a check found, and what to do about it. */
export type Finding = {
  readonly state: 'ok' | 'warn' | 'fail';
  readonly says: string;
  readonly wayOut?: string;
};

export const createOkFinding = (says: string): Finding => ({ state: 'ok', says });
export const warn = (says: string, wayOut: string): Finding => ({ state: 'warn', says, wayOut });
export const fail = (says: string, wayOut: string): Finding => ({ state: 'fail', says, wayOut });

/** Formats a finding as one line, with the way out on the line below. */
export function formatFinding(name: string, { state, says, wayOut }: Finding): string {
  const line = `${state.padEnd(4)}  ${name}: ${toOneLine(says)}\n`;
  return wayOut === undefined ? line : `${line}      ${wayOut}\n`;
}

export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? describeError(error.cause) : error.message;
}

function toOneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, '; ').slice(0, 500);
}
