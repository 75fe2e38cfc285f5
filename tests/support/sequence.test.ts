import { expect, it } from 'vitest';
import { readSettings } from './sequence.ts';

it.each([
  ['const api = useApi();', ''],
  ['const api = useApi({ work: true });', ''],
  ['const text = "no program";', ''],
  ['const api = useApi({ alone: true });', '{ alone: true }'],
  ["const api = useApi({\n  env: {\n    A: 'b',\n  },\n});\n", "{ env: { A: 'b', }, }"],
  ['const api = useApi({ work: true, env });', '{ work: true, env }'],
  ['const [a, b] = [useApi(ofBoth), useApi(ofBoth)];', 'ofBoth'],
  ["const a = useApi();\nconst b = useApi({ env: { A: 'b' } });", "{ env: { A: 'b' } }"],
])('reads from %j the settings %j', (text, settings) => {
  expect(readSettings(text)).toBe(settings);
});
