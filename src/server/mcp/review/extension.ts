import { z } from 'zod';

/** The protocol extension for showing screens in the chat (MCP Apps, revision 2026-01-26). */
const EXTENSION = 'io.modelcontextprotocol/ui';
export const SCREEN_TYPE = 'text/html;profile=mcp-app';

/** The relevant parts of the extensions that a client declares. */
export const EXTENSIONS = z
  .object({ [EXTENSION]: z.object({ mimeTypes: z.array(z.string()) }) })
  .optional()
  .catch(undefined);

/** Checks, based on the declared extensions, whether a client shows screens. */
export function hasScreens(extensions: z.infer<typeof EXTENSIONS>): boolean {
  return extensions?.[EXTENSION].mimeTypes.includes(SCREEN_TYPE) ?? false;
}
