import Docxtemplater, { type DXT } from 'docxtemplater';
import PizZip from 'pizzip';
import {
  isVariableName,
  ITEM,
  mergeVariables,
  VARIABLE_NAME,
  type Variable,
} from '#domain/variables/variable.ts';
import { isList, findValue, type VariableValue, type VariableValues } from '#domain/variables/values.ts';

/** A part that isn't text is either a variable or a section with parts of its own. */
type Part = {
  readonly type: string;
  readonly value: string;
  readonly module?: string;
  readonly inverted?: boolean;
  readonly subparsed?: readonly Part[];
};
type Template = Docxtemplater & {
  readonly compiled: Record<string, { readonly postparsed: readonly Part[] }>;
};

/** How much XML a document may contain once its sections are repeated. */
const MOST_WRITTEN = 64 * 1024 * 1024;

const { FileTypeConfig } = Docxtemplater as unknown as {
  readonly FileTypeConfig: { readonly docx: () => object };
};

const LOOP = 'loop';
const compilePrefix = (mark: string, name: string) => new RegExp(`^\\s*${mark}\\s*(${name})\\s*$`, 'u');
const SECTION = {
  start: compilePrefix('#', VARIABLE_NAME),
  inverted: compilePrefix('\\^', VARIABLE_NAME),
  end: compilePrefix('/', `${VARIABLE_NAME}|`),
};
/** The library finds all other parts with text on its own. */
const ENDNOTES = /^word\/endnotes\d*\.xml$/i;
/**
 * Matches nothing. It stands for sections that repeat something other than what they stand in, and for values
 * that are XML. Neither exists here.
 */
const NEVER = /(?!)/u;

/** Thrown for variables that can't be read, such as a section that isn't closed. The message names them. */
export class BadVariables extends Error {}

/** Thrown for a document that would become too large. */
export class TooMuchText extends Error {}

/**
 * The variables of a Word file (ECMA-376), between double brackets. Values are plain text: variables in them
 * aren't read again.
 */
export class WordTemplate {
  readonly #template: Template;
  #written = 0;
  readonly #sizes = new WeakMap<object, number>();

  /** @throws BadVariables */
  constructor(bytes: Buffer) {
    try {
      this.#template = new Docxtemplater(new PizZip(bytes), this.#options()) as Template;
    } catch (error) {
      throw new BadVariables(describeProblem(error));
    }
  }

  get variables(): Variable[] {
    return mergeVariables(
      Object.values(this.#template.compiled).flatMap(({ postparsed }) => collectVariables(postparsed)),
    );
  }

  /**
   * Fills in all variables, each of which must have a value, and returns the parts that have changed. @throws
   * TooMuchText
   */
  fill(values: VariableValues): Map<string, Buffer> {
    try {
      this.#template.render(values);
    } catch (error) {
      throw isTooMuch(error) ? new TooMuchText('the sections repeat too much text') : error;
    }
    const zip = this.#template.getZip() as PizZip;
    return new Map(
      Object.keys(this.#template.compiled).flatMap((name) => {
        const file = zip.file(name);
        return file === null ? [] : [[name, file.asNodeBuffer()] as const];
      }),
    );
  }

  #options(): DXT.ConstructorOptions {
    return {
      fileTypeConfig: {
        ...FileTypeConfig.docx(),
        getTemplatedFiles: ({ files }: PizZip) => Object.keys(files).filter((name) => ENDNOTES.test(name)),
      },
      delimiters: { start: '[[', end: ']]' },
      linebreaks: true,
      paragraphLoop: true,
      errorLogging: false,
      // Other brackets, such as those of a note, aren't mistakes. A document can't choose other delimiters.
      syntax: { allowUnclosedTag: true, allowUnopenedTag: true, changeDelimiterPrefix: null },
      parser: (tag) => ({
        get: (scope: VariableValue, context) => this.#valueOf(tag.trim(), scope, context),
      }),
      nullGetter: ({ value, module }) => (module === undefined ? `[[${value}]]` : ''),
      modules: [{ name: 'Prefixes', optionsTransformer: withOwnPrefixes }],
    };
  }

  /** The library calls this for each scope, from the innermost outward, until there is a value. */
  #valueOf(name: string, scope: VariableValue, { num, scopeList, meta }: DXT.ParserContext): unknown {
    if (!isVariableName(name)) return undefined;
    const value = name === ITEM ? resolveItem(scope, num === scopeList.length - 1) : findValue(scope, name);
    const part = meta.part as unknown as Part;
    if (part.module === LOOP) this.#count(part, isList(value) ? value.length : 1);
    return typeof value === 'object' && part.module !== LOOP ? undefined : value;
  }

  #count(section: Part, times: number): void {
    this.#written += this.#sizeOf(section) * times;
    if (this.#written > MOST_WRITTEN) throw new TooMuchText();
  }

  #sizeOf({ value, subparsed }: Part): number {
    if (subparsed === undefined) return value.length;
    const known = this.#sizes.get(subparsed);
    if (known !== undefined) return known;
    const size = subparsed.reduce((sum, part) => sum + this.#sizeOf(part), 0);
    this.#sizes.set(subparsed, size);
    return size;
  }
}

/** The library wraps errors that are thrown while it looks up a value. */
function isTooMuch(error: unknown): boolean {
  if (error instanceof TooMuchText) return true;
  const { properties } = error as { properties?: { rootError?: unknown; errors?: readonly unknown[] } };
  return properties?.rootError instanceof TooMuchText || (properties?.errors ?? []).some(isTooMuch);
}

function resolveItem(scope: VariableValue, isInnermost: boolean): VariableValue | undefined {
  return isInnermost ? (scope ?? undefined) : undefined;
}

function withOwnPrefixes(options: DXT.Options, template: Docxtemplater): DXT.Options {
  for (const module of template.modules) {
    if (module.name === 'LoopModule') module.prefix = { ...SECTION, dash: NEVER };
    if (module.name === 'RawXmlModule') module.prefix = NEVER;
  }
  return options;
}

function collectVariables(parts: readonly Part[]): Variable[] {
  return parts.flatMap(({ type, value, module, inverted, subparsed = [] }): Variable[] => {
    const name = value.trim();
    if (type !== 'placeholder' || !isVariableName(name)) return [];
    if (module !== LOOP) return [{ kind: 'text', name }];
    return [
      { kind: inverted === true ? 'inverted' : 'section', name, variables: collectVariables(subparsed) },
    ];
  });
}

/** The library's messages about sections that don't match, in this product's words. */
const PROBLEMS: Readonly<Record<string, (tag: string) => string>> = {
  unclosed_loop: (tag) => `[[#${tag}]] isn't closed`,
  unopened_loop: (tag) => `[[/${tag}]] isn't opened`,
  closing_tag_does_not_match_opening_tag: (tag) => `[[#${tag}]] is closed by another name`,
};

type LibraryProblem = { readonly id?: string; readonly xtag?: unknown; readonly openingtag?: unknown };

function describeProblem(error: unknown): string {
  const { properties = {} } = error as {
    properties?: LibraryProblem & { errors?: readonly { properties: LibraryProblem }[] };
  };
  const problems = properties.errors?.map((one) => one.properties) ?? [properties];
  const said = problems.flatMap(({ id = '', xtag, openingtag }) => {
    const tag = [xtag, openingtag].find((name) => typeof name === 'string') ?? '';
    return PROBLEMS[id]?.(String(tag)) ?? [];
  });
  return said.length === 0 ? "its variables can't be read" : [...new Set(said)].slice(0, 10).join(', ');
}
