import { MARK_PURPOSES, type MarkPurpose, type SignatureMark } from '#domain/envelope/graph.ts';
import type { SignInput } from '#domain/envelope/sign.ts';
import type { Language } from '#domain/language.ts';
import type { KeptInput, KeptMark } from '#server/db/schema/signing-attempts.ts';

type Read = Omit<SignInput, 'statement' | 'proof'>;

/** Converts what was read to JSON, with pictures in base64. `uploads` are the files that were sent before. */
export function keepInput(
  { values, marks, attachments, documentHash, pages, timeZone }: Read,
  language: Language | null,
  uploads: readonly { readonly id: string }[],
): KeptInput {
  return {
    ...{ values, attachments, pages, timeZone, language },
    documentHash: documentHash ?? null,
    marks: mapMarks(marks, keepMark),
    uploads: attachments.map(({ id }) => id).filter((id) => uploads.some((one) => one.id === id)),
  };
}

/** Returns what was kept, as `sign` takes it. */
export function restoreInput(
  { values, attachments, documentHash, pages, timeZone, marks }: KeptInput,
  organizationName: string,
  startedAt: Date,
): Read {
  return {
    ...{ values, attachments, pages, timeZone, organizationName },
    documentHash: documentHash ?? undefined,
    marks: mapMarks(marks, restoreMark),
    fixedAt: startedAt.toISOString(),
  };
}

function mapMarks<From, To>(
  marks: Readonly<Partial<Record<MarkPurpose, From>>>,
  map: (mark: From) => To,
): Partial<Record<MarkPurpose, To>> {
  return Object.fromEntries(
    MARK_PURPOSES.flatMap((purpose) => {
      const mark = marks[purpose];
      return mark === undefined ? [] : [[purpose, map(mark)]];
    }),
  );
}

function keepMark(mark: SignatureMark): KeptMark {
  return mark.kind === 'typed' ? mark : { ...mark, image: Buffer.from(mark.image).toString('base64') };
}

function restoreMark(mark: KeptMark): SignatureMark {
  return mark.kind === 'typed' ? mark : { ...mark, image: Buffer.from(mark.image, 'base64') };
}
