import { getEncoding } from 'js-tiktoken';
import type { Connected, ToolAnswer } from '../../support/mcp.ts';

const encoding = getEncoding('o200k_base');
const tokensOf = (value: unknown) => encoding.encode(JSON.stringify(value)).length;
/** How models count an image: a token for each 750 pixels, at most 1,200 × 1,700. */
const PICTURE_TOKENS = 2_720;

/** A model's client. It knows only the list of tools and their answers. */
export type ScriptedClient = {
  /** Calls a tool. Returns the lines of its answer. */
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<string>;
  /** Runs an answer's curl command with a file on the user's machine. */
  readonly upload: (answer: string, bytes: Uint8Array) => Promise<string>;
  /** The cost so far: calls, and tokens including the list of tools. */
  readonly figures: () => { readonly calls: number; readonly tokens: number };
};

/** Makes a client whose user agrees to every question. */
export async function scriptedClient(
  { client, call }: Connected,
  put: (path: string, bytes: Uint8Array) => Promise<string>,
): Promise<ScriptedClient> {
  client.setRequestHandler('elicitation/create', () => ({
    ...{ action: 'accept' as const, content: { confirm: true } },
  }));
  let calls = 0;
  let tokens = tokensOf((await client.listTools()).tools) + tokensOf(client.getInstructions() ?? '');
  return {
    call: async (name, args = {}) => {
      const answer: ToolAnswer = await call(name, args);
      calls += 1;
      tokens += tokensOf({ name, arguments: args });
      const { content, structuredContent } = answer;
      const read = content.filter(({ type }) => type === 'text');
      tokens += tokensOf({ content: read, structuredContent });
      tokens += (content.length - read.length) * PICTURE_TOKENS;
      const text = read.map((part) => part.text).join('\n');
      if (answer.isError === true) throw new Error(text);
      return text;
    },
    upload: async (answer, bytes) => {
      const said = await put(new URL(found(answer, /curl -T FILE '([^']+)'/)).pathname, bytes);
      tokens += tokensOf(said);
      return said;
    },
    figures: () => ({ calls, tokens }),
  };
}

/** Extracts something from an answer. */
export function found(answer: string, pattern: RegExp): string {
  const [, value] = pattern.exec(answer) ?? [];
  if (value === undefined) throw new Error(`no ${pattern} in:\n${answer}`);
  return value;
}

/** Returns the id in the line that contains a text. */
export function idOf(answer: string, text: string): string {
  const line = answer.split('\n').find((one) => one.includes(text)) ?? '';
  return found(line === '' ? answer : line, /((?:env|tpl|fld)_\w+)/);
}

export const versionIn = (answer: string) => Number(found(answer, /· version (\d+) ·/));
