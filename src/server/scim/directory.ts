import type { Services } from '#server/runtime/services.ts';
import type { Actor } from '#server/trpc/administration.ts';

/** The organization of a directory's token, and where the request came from. */
export type Directory = { readonly services: Services; readonly by: Actor };
