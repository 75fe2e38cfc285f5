import { z } from 'zod';

/** The extension of the protocol that shows screens in the chat (MCP Apps, revision 2026-01-26). */
const EXTENSION = 'io.modelcontextprotocol/ui';
export const SCREEN_TYPE = 'text/html;profile=mcp-app';

/** The extensions that a client declares, as far as they matter. */
export const EXTENSIONS = z
  .object({ [EXTENSION]: z.object({ mimeTypes: z.array(z.string()) }) })
  .optional()
  .catch(undefined);

/** Tells from the declared extensions whether a client shows screens. */
export function hasScreens(extensions: z.infer<typeof EXTENSIONS>): boolean {
  return extensions?.[EXTENSION].mimeTypes.includes(SCREEN_TYPE) ?? false;
}
