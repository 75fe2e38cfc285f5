import globals from 'globals';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import { functionNames } from './scripts/lint/function-names.mjs';

export default ts.config(
  {
    ignores: [
      'node_modules/',
      'build/',
      'packages/*/dist/',
      '.svelte-kit/',
      '.data/',
      'src/client/',
      'src/i18n/compiled/',
      'tests/slow/generators/project/',
    ],
  },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', prefer: 'type-imports' },
      ],
      'no-console': ['error', { allow: ['error'] }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      // The type doesn't help: a `Uint8Array` may be a `Buffer`, whose `slice` is a view of the same bytes.
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.property.name='slice'][arguments.length=0]",
          message: 'slice() of a Buffer copies nothing. Copy bytes with Uint8Array.from, arrays with [...].',
        },
        {
          selector:
            "CallExpression[callee.property.name='slice'][callee.object.name=/([bB]ytes|[bB]uffer|^der)$/]",
          message: 'slice of a Buffer copies nothing. Use subarray, or Uint8Array.from to copy.',
        },
      ],
    },
  },
  {
    files: ['src/**', 'packages/**', 'scripts/**', 'bench/**'],
    // Table columns are declared by their content.
    ignores: ['src/server/db/schema/**'],
    plugins: { house: { rules: { 'function-names': functionNames } } },
    rules: { 'house/function-names': 'error' },
  },
  {
    files: ['tests/components/**'],
    rules: { 'svelte/no-navigation-without-resolve': 'off' },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
    rules: {
      'svelte/no-navigation-without-resolve': 'off',
      // Local values that the page never shows don't need reactivity.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['tests/**', 'bench/**', 'scripts/**'],
    rules: { '@typescript-eslint/no-explicit-any': 'off', 'no-console': 'off' },
  },
  {
    // These print their result, or stop where a reader continues.
    files: ['docs/samples/**'],
    rules: { '@typescript-eslint/no-unused-vars': 'off', 'no-console': 'off' },
  },
);
