import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  text,
  type ExtraConfigColumn,
} from 'drizzle-orm/pg-core';
import { NOTICE_CODES, TRACKED_CHANGES, type DocumentNotice } from '#domain/document/notices.ts';
import { SOURCE_FORMATS } from '#domain/envelope/status.ts';
import { LIMITS } from '#domain/limits.ts';
import type { Variable } from '#domain/variables/variable.ts';
import { createdAt } from './columns.ts';

/** The columns of a file that a document consists of. Its content is null until it has been received. */
export const fileColumns = () => ({
  /** The file's place among the document's files, from 0. */
  position: integer('position').notNull(),
  name: text('name').notNull(),
  trackedChanges: text('tracked_changes', { enum: TRACKED_CHANGES }).notNull(),
  textTags: boolean('text_tags').notNull(),
  sourceFormat: text('source_format', { enum: SOURCE_FORMATS }),
  originalKey: text('original_key'),
  originalType: text('original_type'),
  originalSha256: text('original_sha256'),
  originalBytes: bigint('original_bytes', { mode: 'number' }),
  preparedKey: text('prepared_key'),
  preparedSha256: text('prepared_sha256'),
  preparedBytes: bigint('prepared_bytes', { mode: 'number' }),
  pageCount: integer('page_count'),
  notices: jsonb('notices').$type<readonly DocumentNotice[]>(),
  /** The variables of a Word file. */
  variables: jsonb('variables').$type<readonly Variable[]>(),
  createdAt: createdAt(),
});

/** Builds the rules that apply to the files of both envelopes and templates. */
export function buildFileRules(
  table: string,
  columns: { readonly originalKey: ExtraConfigColumn; readonly preparedKey: ExtraConfigColumn },
) {
  const known = NOTICE_CODES.map((code) => `@.code == "${code}"`).join(' || ');
  return [
    index(`${table}_original_key`).using('hash', columns.originalKey),
    index(`${table}_prepared_key`).using('hash', columns.preparedKey),
    check(`${table}_most`, sql.raw(`position between 0 and ${LIMITS.documentsMax - 1}`)),
    check(
      `${table}_whole`,
      sql.raw(
        'num_nulls(source_format, original_key, original_type, original_sha256, original_bytes, prepared_key, ' +
          'prepared_sha256, prepared_bytes, page_count, notices, variables) in (0, 11)',
      ),
    ),
    check(`${table}_notices`, sql.raw(`not jsonb_path_exists(notices, '$[*] ? (!(${known}))')`)),
  ];
}
