import type { Attachment } from '#domain/field/attachment.ts';
import type { FieldCondition } from '#domain/field/details.ts';

type Lists = { readonly options: readonly string[] | null; readonly condition: FieldCondition | null };

/** Copies a field's lists, so that they can be changed in responses. */
export function copyLists({ options, condition }: Lists) {
  return {
    options: options === null ? null : [...options],
    condition:
      condition === null
        ? null
        : {
            ...(condition.all === undefined ? {} : { all: [...condition.all] }),
            ...(condition.any === undefined ? {} : { any: [...condition.any] }),
          },
  };
}

/** Returns the files of a field. The first one has a property of its own, for programs that know only one. */
export function toWireFiles({ attachments }: { readonly attachments: readonly Attachment[] }) {
  return { attachment: attachments[0] ?? null, attachments: [...attachments] };
}
