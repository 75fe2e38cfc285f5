import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CATALOGUE = `${ROOT}src/domain/field/catalogue.ts`;

/** All tables with an entry per field type. A new type is complete when each table has one. */
const TABLES = [
  'src/domain/field/type-label.ts',
  'src/domain/field/default-size.ts',
  'src/reading/forms/auto-sources.ts',
  'src/reading/forms/import-form.ts',
  'src/server/pdf/drawing/draw-fields.ts',
  'src/ui/editor/fields/field-words.ts',
  'src/ui/fields/field-input.ts',
  'src/ui/fields/field-inputs.ts',
  'src/ui/signer/answers/answer-words.ts',
];

const RULES = ['src/domain/field/validate.ts', 'src/ui/signer/answers/answer-words.ts'];

it('makes the compiler name every table that a new field type and a new form of value lack', () => {
  const program = compile((catalogue) =>
    catalogue
      .replace(/^ {2}signature: /m, '  fake: { ...TEXT },\n$&')
      .replace("'text' | 'date'", "'text' | 'iban' | 'date'"),
  );
  const missing = [...new Set([...TABLES, ...RULES])].map((path) => ({
    path,
    names: problemsIn(program, path)
      .map((text) => /^Property '(\w+)' is missing/.exec(text)?.[1] ?? text)
      .sort(),
  }));
  expect(missing).toEqual(
    missing.map(({ path }) => ({
      path,
      names: [...(TABLES.includes(path) ? ['fake'] : []), ...(RULES.includes(path) ? ['iban'] : [])],
    })),
  );
}, 180_000);

/** Compiles the tables with a modified catalogue. */
function compile(change: (catalogue: string) => string): ts.Program {
  const { config } = ts.readConfigFile(`${ROOT}tsconfig.json`, (path) => ts.sys.readFile(path));
  const { options: all } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const { incremental: _incremental, tsBuildInfoFile: _file, ...options } = all;
  const host = ts.createCompilerHost(options);
  const read = host.readFile.bind(host);
  host.getSourceFile = (path, languageVersion) => {
    const text = read(path);
    if (text === undefined) return undefined;
    return ts.createSourceFile(path, path === CATALOGUE ? change(text) : text, languageVersion);
  };
  const roots = [...TABLES, ...RULES, 'node_modules/svelte/types/index.d.ts'];
  return ts.createProgram(
    roots.map((path) => ROOT + path),
    options,
    host,
  );
}

function problemsIn(program: ts.Program, path: string): string[] {
  const file = program.getSourceFile(ROOT + path);
  return program
    .getSemanticDiagnostics(file)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
